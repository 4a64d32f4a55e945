package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.key;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.IdsUnavailableException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.core.TestTypes.Snapshot;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** What happens to callers, leaders and the store between a change and the bytes of its values. */
class LateEncodingRacesTest extends LateEncodingBase {
  private static final String VALUE = "0123456789".repeat(LARGE / 10);

  /** Waits as the leader of a test does, and lets callers do something else. */
  private abstract class DeafCallers implements Waiter {
    private final Thread leader = Thread.currentThread();

    abstract void awaitAsCaller();

    void awaitAsLeader(Future<?> event, Duration atMost) {
      Waiter.system().awaitDone(event, atMost.compareTo(PATIENCE) > 0 ? atMost : PATIENCE);
    }

    @Override
    public void await(Duration duration) {
      Waiter.system().await(duration);
    }

    @Override
    public void awaitDone(Future<?> event, Duration atMost) {
      if (Thread.currentThread() == leader) {
        awaitAsLeader(event, atMost);
      } else {
        waiting.incrementAndGet();
        awaitAsCaller();
      }
    }
  }

  private Client with(Waiter waiter) {
    bench.stores.with(new Environment(bench.world::now, waiter, new Random(9)));
    return learned(bench.process());
  }

  /** Runs {@code changes} of callers in one group after a change of this thread. */
  private <R> List<Caller<R>> group(Client process, List<Change<R>> changes) {
    List<Caller<R>> callers = new ArrayList<>();
    group(process, callers, changes);
    return callers;
  }

  private <R> void group(Client process, List<Caller<R>> callers, List<Change<R>> changes) {
    process.commit(
        workspace -> {
          if (callers.isEmpty()) {
            for (Change<R> change : changes) {
              callers.add(new Caller<>(() -> process.commit(change).value()));
              awaitWaiting(callers.size());
            }
          }
          return set("own", "1").apply(workspace);
        });
  }

  private CommitStatus status(Caller<?> caller) {
    CommitUnknownException unknown =
        assertInstanceOf(CommitUnknownException.class, caller.failure());
    return bench.process().store.commitStatus(unknown.commitId());
  }

  // caller: waits | leader: hands the value | caller: is interrupted before it looks.
  @Test
  void aCallerThatIsInterruptedWithItsValueHandedEncodesItAndLeaves() {
    Client process =
        with(
            new DeafCallers() {
              @Override
              void awaitAsCaller() {
                while (!Thread.currentThread().isInterrupted()) {
                  LockSupport.park();
                }
              }
            });
    Columns columns = new Columns();
    List<Caller<ObjectRef>> callers = new ArrayList<>();
    Change<ObjectRef> interrupting =
        workspace -> {
          callers.get(0).thread.interrupt();
          assertInstanceOf(CommitUnknownException.class, callers.get(0).failure());
          callers.get(1).thread.interrupt();
          return put("second", Table.named("second")).apply(workspace);
        };
    group(process, callers, List.of(put("t", table(columns)), interrupting));
    assertEquals(Set.of(callers.get(0).thread), columns.readers);
    assertEquals(CommitStatus.APPLIED, status(callers.get(0)));
    assertEquals(1, Collections.frequency(bench.log(), "t"));
  }

  // caller: encodes, is interrupted | leader: has the bytes, and is slow to swap.
  @Test
  void aCallerThatIsInterruptedWhileItEncodesFinishesAndLeaves() {
    AtomicBoolean isInterrupted = new AtomicBoolean();
    Columns interrupting =
        new Columns() {
          @Override
          public String get(int index) {
            Thread.currentThread().interrupt();
            return super.get(index);
          }
        };
    List<Caller<ObjectRef>> callers = new ArrayList<>();
    mine.backend.before(Operation.SWAP_REFERENCE, () -> callers.get(0).failure());
    mine.commit(
        workspace -> {
          callers.add(
              new Caller<>(
                  () -> {
                    try {
                      return mine.commit(put("t", table(interrupting))).value();
                    } finally {
                      isInterrupted.set(Thread.currentThread().isInterrupted());
                    }
                  }));
          awaitWaiting(1);
          return set("own", "1").apply(workspace);
        });
    assertEquals(CommitStatus.APPLIED, status(callers.get(0)));
    assertEquals(Set.of(callers.get(0).thread), interrupting.readers);
    assertTrue(isInterrupted.get());
  }

  // caller: waits | leader: hands the value | caller: is out of patience before it looks.
  @Test
  void aCallerThatIsOutOfPatienceWithItsValueHandedEncodesItAndLeaves() {
    CountDownLatch isOver = new CountDownLatch(1);
    Client process =
        with(
            new DeafCallers() {
              @Override
              void awaitAsCaller() {
                awaitEnd(isOver);
              }
            });
    Columns columns = new Columns();
    List<Caller<ObjectRef>> callers = new ArrayList<>();
    Change<ObjectRef> waitingForTheFirst =
        workspace -> {
          isOver.countDown();
          assertInstanceOf(CommitUnknownException.class, callers.get(0).failure());
          return put("second", Table.named("second")).apply(workspace);
        };
    group(process, callers, List.of(put("t", table(columns)), waitingForTheFirst));
    assertEquals(Set.of(callers.get(0).thread), columns.readers);
    assertEquals(CommitStatus.APPLIED, status(callers.get(0)));
  }

  @Test
  void callersThatDoNotBeginCostTheLeaderOneWait() {
    CountDownLatch isOver = new CountDownLatch(1);
    AtomicInteger waits = new AtomicInteger();
    Client process =
        with(
            new DeafCallers() {
              @Override
              void awaitAsCaller() {
                awaitEnd(isOver);
              }

              @Override
              void awaitAsLeader(Future<?> event, Duration atMost) {
                waits.incrementAndGet();
                bench.world.move(atMost);
              }
            });
    List<Columns> columns = new ArrayList<>();
    List<Change<ObjectRef>> changes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      columns.add(new Columns());
      changes.add(put("t" + i, table(columns.get(i))));
    }
    List<Caller<ObjectRef>> callers = group(process, changes);
    assertEquals(1, waits.get());
    columns.forEach(each -> assertEquals(Set.of(Thread.currentThread()), each.readers));
    isOver.countDown();
    callers.forEach(each -> each.outcome.join());
  }

  @Test
  void anErrorInASerializerFailsItsOwnCommitOnly() {
    AssertionError error = new AssertionError("no column");
    Columns failing =
        new Columns() {
          @Override
          public String get(int index) {
            throw error;
          }
        };
    List<Caller<ObjectRef>> callers =
        lead(set("own", "1"), List.of(put("failing", table(failing)), put("b", large())));
    assertSame(error, callers.get(0).failure());
    callers.get(1).outcome.join();
    assertEquals(List.of("set first", "learned", "set own", "b"), bench.log());
  }

  @Test
  void aCommitThatSawAValueThatCannotBeEncodedRunsOnAStateWithoutIt() {
    Columns broken =
        new Columns() {
          @Override
          public String get(int index) {
            throw new IllegalStateException("no column " + index);
          }
        };
    Change<Optional<ObjectRef>> seeing =
        workspace -> {
          Optional<ObjectRef> seen = workspace.index("tables").get(key("broken"));
          seen.ifPresent(ref -> workspace.index("again").put(key("broken"), ref));
          return seen;
        };
    Change<Optional<ObjectRef>> putting =
        workspace -> Optional.of(put("broken", table(broken)).apply(workspace));
    List<Caller<Optional<ObjectRef>>> callers = lead(set("own", "1"), List.of(putting, seeing));
    assertInstanceOf(IllegalArgumentException.class, callers.get(0).failure());
    assertEquals(Optional.empty(), callers.get(1).outcome.join());
    assertEquals(Set.of("settings", "tables"), bench.process().store.current(MAIN).indexNames());
  }

  @Test
  void valuesThatAreNotEncodedYetReferToEachOther() {
    mine.commit(
        workspace -> {
          workspace.index("snapshots").put(key("s"), workspace.put(new Snapshot(VALUE)));
          return 0;
        });
    mine.backend.forget();
    Columns columns = new Columns();
    Change<ObjectRef> change =
        workspace -> {
          ObjectRef needed = workspace.put(new Snapshot(VALUE));
          return put("t", table(columns, List.of(needed.id()))).apply(workspace);
        };
    ObjectRef ref = lead(set("own", "1"), List.of(change)).get(0).outcome.join();
    assertEquals(0, mine.backend.count(Operation.FETCH));
    EngineStore other = bench.process().store;
    long needed = other.current(MAIN).get(Table.class, ref).snapshotIds().get(0);
    assertEquals(
        VALUE, other.current(MAIN).get(Snapshot.class, new ObjectRef("snapshot", needed)).name());
  }

  // Between put and the bytes, a value gets a reference that no guard has seen.
  @Test
  void aValueThatIsModifiedAfterItWasPutRevivesNothing() {
    long old =
        mine.commit(
                workspace -> {
                  ObjectRef ref = workspace.put(new Snapshot("old"));
                  workspace.index("snapshots").put(key("old"), ref);
                  return ref.id();
                })
            .value();
    mine.commit(
        workspace -> {
          workspace.index("snapshots").remove(key("old"));
          return 0;
        });
    bench.world.move(TestStores.LIMITS.young().plusSeconds(1));
    Change<ObjectRef> modifying =
        workspace -> {
          List<Long> needs = new ArrayList<>();
          ObjectRef ref = put("t", table(new Columns(), needs)).apply(workspace);
          needs.add(old);
          return ref;
        };
    List<Long> kept = new ArrayList<>();
    Change<ObjectRef> modifyingWhatItKeeps =
        workspace -> {
          ObjectRef ref = put("kept", table(new Columns(), kept)).apply(workspace);
          kept.add(old);
          return ref;
        };
    List<Caller<ObjectRef>> callers =
        lead(set("own", "1"), List.of(modifying, modifyingWhatItKeeps));
    ObjectRef ref = callers.get(0).outcome.join();
    assertEquals(
        List.of(), bench.process().store.current(MAIN).get(Table.class, ref).snapshotIds());
    Throwable refused = callers.get(1).failure();
    assertInstanceOf(IllegalArgumentException.class, refused);
    assertTrue(refused.getMessage().contains("may not refer to"), refused.getMessage());
  }

  // caller: encodes | another thread: closes the store.
  @Test
  void aStoreThatIsClosedMeanwhileCompletesTheCommit() {
    Columns closing =
        new Columns() {
          @Override
          public String get(int index) {
            if (readers.isEmpty()) {
              new Caller<>(
                      () -> {
                        mine.store.close();
                        return 0;
                      })
                  .outcome.join();
            }
            return super.get(index);
          }
        };
    List<Caller<ObjectRef>> callers = lead(set("own", "1"), List.of(put("t", table(closing))));
    callers.get(0).outcome.join();
    assertEquals(Set.of(callers.get(0).thread), closing.readers);
    assertTrue(bench.log().contains("t"));
  }

  // leader: hands a value, gets no ID for the next commit | caller: encodes what comes to nothing.
  @Test
  void aLeaderThatFailsAfterItHandedAValueEndsAllCommitsOfItsGroup() {
    AtomicBoolean isFailing = new AtomicBoolean();
    LongSupplier ids = bench.stores.ids(900);
    bench.stores.with(
        () -> {
          if (isFailing.get()) {
            throw new IdsUnavailableException("no IDs at present");
          }
          return ids.getAsLong();
        });
    Client process = learned(bench.process());
    Change<ObjectRef> last =
        workspace -> {
          ObjectRef ref = put("t", large()).apply(workspace);
          isFailing.set(true);
          return ref;
        };
    List<Caller<ObjectRef>> callers = new ArrayList<>();
    assertThrows(
        IdsUnavailableException.class,
        () -> group(process, callers, List.of(last, put("next", large()))));
    callers.forEach(each -> assertInstanceOf(IdsUnavailableException.class, each.failure()));
    isFailing.set(false);
    process.commit(put("after", large()));
    assertEquals(List.of("set first", "learned", "learned", "after"), bench.log());
  }

  // The executor's only thread leads, and no caller does.
  @Test
  void aSingleThreadOfTheExecutorIsEnough() {
    ExecutorService single = Executors.newSingleThreadExecutor();
    try {
      WatchedBackend backend = new WatchedBackend(bench.database);
      backend.setInterruptible();
      Environment environment = new Environment(bench.world::now, Waiter.system(), new Random(11));
      EngineStore store =
          new TestStores(environment, single).with(bench.stores.ids(901)).open(backend);
      List<Caller<Integer>> callers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int caller = i;
        callers.add(
            new Caller<>(
                () -> {
                  for (int n = 0; n < 10; n++) {
                    var unused =
                        store.commit(MAIN, put(caller + "." + n, large()), Duration.ofDays(1));
                  }
                  return 10;
                }));
      }
      callers.forEach(each -> assertEquals(10, each.outcome.join()));
      assertEquals(42, bench.log().size());
      assertEquals(1, leaders.size());
    } finally {
      single.shutdown();
    }
  }
}
