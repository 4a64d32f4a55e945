package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.result;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.core.TestTypes.Snapshot;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Large values are encoded by the threads that wait for their commits, not by the leader, which
 * runs all changes.
 */
class LateEncodingTest extends LateEncodingBase {
  @Test
  void callersEncodeTheirOwnValuesAndTheLeaderNoOther() {
    List<Columns> columns = new ArrayList<>();
    List<Change<ObjectRef>> changes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      columns.add(new Columns());
      changes.add(put("t" + i, table(columns.get(i))));
    }
    Columns own = new Columns();
    List<Caller<ObjectRef>> callers = lead(put("own", table(own)), changes);
    for (int i = 0; i < 8; i++) {
      ObjectRef ref = callers.get(i).outcome.join();
      assertEquals(Set.of(callers.get(i).thread), columns.get(i).readers);
      assertEquals(large(), bench.process().store.current(MAIN).get(Table.class, ref));
    }
    assertEquals(Set.of(Thread.currentThread()), leaders);
    assertEquals(Set.of(Thread.currentThread()), own.readers);
    assertEquals(1, mine.backend.count(Operation.SWAP_REFERENCE));
  }

  // Callers of an interruptible backend never lead, and their values are still theirs to encode.
  @Test
  void aLeaderOnTheExecutorEncodesNothing() {
    mine.backend.setInterruptible();
    Columns columns = new Columns();
    Caller<ObjectRef> caller = caller(put("t", table(columns)));
    awaitWaiting(1);
    bench.tasks.run();
    ObjectRef ref = caller.outcome.join();
    assertEquals(large(), bench.process().store.current(MAIN).get(Table.class, ref));
    assertEquals(Set.of(caller.thread), columns.readers);
    assertEquals(Set.of(Thread.currentThread()), leaders);
  }

  @Test
  void aValueThatNoThreadWaitsForIsEncodedByTheLeader() {
    Columns columns = new Columns();
    PendingCommit<ObjectRef> pending = mine.submit(put("t", table(columns)));
    bench.tasks.run();
    assertTrue(result(pending).id().isPresent());
    assertEquals(Set.of(Thread.currentThread()), columns.readers);
  }

  /** Columns that cannot be encoded. */
  private static final class Broken extends Columns {
    @Override
    public String get(int index) {
      throw new IllegalStateException("no column " + index);
    }
  }

  @Test
  void aValueThatCannotBeEncodedFailsItsOwnCommitOnly() {
    List<Caller<ObjectRef>> callers =
        lead(
            set("own", "1"),
            List.of(put("a", large()), put("broken", table(new Broken())), put("b", large())));
    Throwable failure = callers.get(1).failure();
    assertInstanceOf(IllegalArgumentException.class, failure);
    assertTrue(failure.getMessage().contains("no column 0"), failure.getMessage());
    callers.get(0).outcome.join();
    callers.get(2).outcome.join();
    List<String> log = bench.log();
    assertEquals(Set.of("learned", "set first", "set own", "a", "b"), Set.copyOf(log));
    assertEquals(5, log.size(), "each was applied once");
  }

  @Test
  void aChangeMayCatchThatItsValueCannotBeEncoded() {
    Change<String> change =
        workspace -> {
          try {
            workspace.index("tables").put(key("t"), workspace.put(table(new Broken())));
            return "put";
          } catch (IllegalArgumentException e) {
            return set("instead", "1").apply(workspace);
          }
        };
    assertEquals("1", lead(set("own", "1"), List.of(change)).get(0).outcome.join());
    assertEquals(Optional.of("1"), mine.get("instead"));
  }

  // A value that is too large even in chunks is known as such only when it is encoded.
  @Test
  void aValueThatIsTooLargeFailsItsOwnCommitOnly() {
    Table huge = sized(3 << 20);
    List<Caller<ObjectRef>> callers =
        lead(set("own", "1"), List.of(put("huge", huge), put("b", large())));
    assertInstanceOf(ValueTooLargeException.class, callers.get(0).failure());
    callers.get(1).outcome.join();
    assertEquals(Optional.of("1"), mine.get("own"));
  }

  // It would wait for the group that waits for it.
  @Test
  void aSerializerThatCommitsIsRefused() {
    Columns committing =
        new Columns() {
          @Override
          public String get(int index) {
            return mine.commit(Bench.set("nested", "1")).value();
          }
        };
    List<Caller<ObjectRef>> callers = lead(set("own", "1"), List.of(put("t", table(committing))));
    String message = callers.get(0).failure().getMessage();
    assertTrue(message.contains("tried to change reference 'main'"), message);
    assertEquals(Optional.empty(), mine.get("nested"));
  }

  @Test
  void laterCommitsOfTheGroupReadWhatIsNotEncodedYet() {
    List<ObjectRef> refs = new ArrayList<>();
    Change<ObjectRef> first =
        workspace -> {
          refs.clear();
          refs.add(put("t", large()).apply(workspace));
          return refs.get(0);
        };
    Change<ObjectRef> second =
        workspace -> {
          assertEquals(LARGE / 100, workspace.get(Table.class, refs.get(0)).columns().size());
          workspace.index("again").put(key("t"), refs.get(0));
          return refs.get(0);
        };
    lead(set("own", "1"), List.of(first, second)).forEach(each -> each.outcome.join());
    ObjectRef ref = bench.process().store.current(MAIN).index("again").get(key("t")).orElseThrow();
    assertEquals(large(), bench.process().store.current(MAIN).get(Table.class, ref));
    assertEquals(1, mine.backend.count(Operation.SWAP_REFERENCE));
  }

  @Test
  void aDerivedValueMayBePutForAValueThatIsNotEncodedYet() {
    Change<ObjectRef> change =
        workspace -> {
          ObjectRef ref = put("t", large()).apply(workspace);
          workspace.index("derived").put(key("t"), workspace.put(new Snapshot("of t"), ref));
          return ref;
        };
    ObjectRef ref = lead(set("own", "1"), List.of(change)).get(0).outcome.join();
    assertEquals(
        "of t",
        bench
            .process()
            .store
            .current(MAIN)
            .get(Snapshot.class, new ObjectRef("snapshot", ref.id()))
            .name());
  }

  // The caller leaves between its change and what it would encode: the commit is taken.
  @Test
  void theLeaderEncodesForACallerThatHasLeft() {
    Columns columns = new Columns();
    List<Caller<ObjectRef>> callers = new ArrayList<>();
    Change<ObjectRef> change =
        workspace -> {
          Caller<ObjectRef> caller = callers.get(0);
          caller.thread.interrupt();
          assertInstanceOf(CommitUnknownException.class, caller.failure());
          return put("t", table(columns)).apply(workspace);
        };
    mine.commit(
        workspace -> {
          callers.add(caller(change));
          awaitWaiting(1);
          return set("own", "1").apply(workspace);
        });
    assertEquals(Set.of(Thread.currentThread()), columns.readers);
    assertTrue(bench.log().contains("t"), "it is applied, as the caller may find out");
  }

  // A caller that gets no processor must not hold up the group: the clock moves while it waits.
  @Test
  void theLeaderEncodesForACallerThatDoesNotBegin() {
    Columns columns = new Columns();
    CountDownLatch isOver = new CountDownLatch(1);
    Thread leader = Thread.currentThread();
    bench.stores.with(
        new Environment(
            bench.world::now,
            new Waiter() {
              @Override
              public void await(Duration duration) {
                Waiter.system().await(duration);
              }

              @Override
              public void awaitDone(Future<?> event, Duration atMost) {
                waiting.incrementAndGet();
                if (Thread.currentThread() == leader) {
                  bench.world.move(Duration.ofSeconds(1));
                } else {
                  awaitEnd(isOver);
                }
              }
            },
            new Random(9)));
    Client late = learned(bench.process());
    List<Caller<ObjectRef>> callers = new ArrayList<>();
    late.commit(
        workspace -> {
          callers.add(new Caller<>(() -> late.commit(put("t", table(columns))).value()));
          awaitWaiting(1);
          return set("own", "1").apply(workspace);
        });
    assertEquals(Set.of(leader), columns.readers);
    isOver.countDown();
    callers.get(0).outcome.join();
  }

  @Test
  void aLargeValueInChunksIsReadByOtherProcesses() {
    Table chunked = sized(3 * Limits.LEAST_MAX_VALUE_BYTES);
    ObjectRef ref = lead(set("own", "1"), List.of(put("t", chunked))).get(0).outcome.join();
    assertEquals(chunked, bench.process().store.current(MAIN).get(Table.class, ref));
    assertEquals(4, mine.backend.written("cairn.chunk").size());
  }

  @Test
  void anObjectIsWrittenOnceThoughItsCommitMeetsAConflict() {
    Client other = bench.process();
    mine.backend.before(Operation.SWAP_REFERENCE, () -> other.commit(set("b", "1")));
    ObjectRef ref = mine.commit(put("t", large())).value();
    assertEquals(
        List.of(ref.id()),
        mine.backend.written("table").stream().map(row -> row.key().id().toLong()).toList());
    assertEquals(large(), bench.process().store.current(MAIN).get(Table.class, ref));
  }

  private Client bounded() {
    CommitLimits limits = TestStores.LIMITS;
    bench.stores.with(
        new CommitLimits(
            limits.timeLimit(),
            1, // the runs that are dropped are no attempts
            limits.groupSize(),
            20_000,
            limits.groupTime(),
            limits.maxQueued(),
            limits.young(),
            limits.restorable()));
    return learned(bench.process());
  }

  /** The versions of the heads that one submission of {@code tables} leads to. */
  private List<Long> versions(Client process, Table... tables) {
    List<PendingCommit<ObjectRef>> pending = new ArrayList<>();
    for (Table table : tables) {
      pending.add(process.submit(put("t" + pending.size(), table)));
    }
    bench.tasks.run();
    return pending.stream().map(each -> result(each).id().orElseThrow().head().version()).toList();
  }

  @Test
  void expectedSizesBoundAGroup() {
    Client process = bounded();
    List<Long> versions = versions(process, large(), large(), large(), large());
    long first = versions.get(0);
    assertEquals(List.of(first, first, first + 1, first + 2), versions);
  }

  // Nothing is sent before the sizes are known.
  @Test
  void valuesThatTurnOutTooLargeForOneGroupAreSeparated() {
    Client process = bounded();
    List<Long> versions = versions(process, sized(15_000), sized(15_000));
    assertEquals(versions.get(0) + 1, versions.get(1));
    assertEquals(2, process.backend.count(Operation.WRITE));
    assertEquals(List.of("set first", "learned", "learned", "t0", "t1"), bench.log());
  }

  @Test
  void aSingleValueThatTurnsOutTooLargeForAGroupIsStored() {
    Client process = bounded();
    PendingCommit<String> idle = process.submit(Bench.refuse("none"));
    assertEquals(1, versions(process, sized(45_000)).size());
    assertEquals("none", result(idle).value());
  }
}
