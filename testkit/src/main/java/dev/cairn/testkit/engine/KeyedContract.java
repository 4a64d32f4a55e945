package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cairn.api.Bytes;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.Stop;
import dev.cairn.testkit.fault.StoppingBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** Commits with keys whose callers wait for a bounded time, or not at all. */
public interface KeyedContract extends ContractPart {
  /** The key of the request {@code name}, accepted now. */
  static CommitKey key(World world, String name) {
    Instant now = world.clock().instant();
    Duration window = Duration.ofDays(50);
    return new CommitKey(name, "", now, now.plus(window), window);
  }

  private static Change<Bytes> add(String name) {
    return workspace -> {
      workspace.index(Ledger.ITEMS).put(Key.of(name), workspace.put(new Item(name)));
      return Bytes.ofUtf8(name);
    };
  }

  private static boolean has(World world, String name) {
    return world.store().current(World.MAIN).index(Ledger.ITEMS).contains(Key.of(name));
  }

  @Test
  default void submittedCommitsWithKeysShareASwapAndAreAppliedOnce() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      Store store = world.store(backend(), executor, World.LIMITS);
      store.createReference(World.MAIN);
      List<PendingCommit<KeyedCommit>> pending = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        // Every request comes twice, the second time with another change.
        pending.add(store.submit(World.MAIN, key(world, "k" + i), add("a" + i)));
        pending.add(store.submit(World.MAIN, key(world, "k" + i), add("b" + i)));
      }
      executor.runAll();
      for (int i = 0; i < 10; i++) {
        KeyedCommit.Applied applied =
            assertInstanceOf(
                KeyedCommit.Applied.class, CallOutcome.of(pending.get(2 * i)).get().value());
        assertEquals("a" + i, applied.result().toUtf8());
        assertEquals(Optional.of(applied.id()), CallOutcome.of(pending.get(2 * i)).get().id());
        assertEquals(
            new KeyedCommit.AlreadyApplied(applied.result(), applied.id()),
            CallOutcome.of(pending.get(2 * i + 1)).get().value());
        assertEquals(List.of(true, false), List.of(has(world, "a" + i), has(world, "b" + i)));
      }
      assertEquals(10, world.store().log(World.MAIN, 100).entries().size());
      assertEquals(2, store.findReference(World.MAIN).orElseThrow().version());
    }
  }

  @Test
  default void aSubmittedCommitThatIsWithdrawnLeavesItsKeyFree() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      Store store = world.store(backend(), executor, World.LIMITS);
      store.createReference(World.MAIN);
      PendingCommit<KeyedCommit> left = store.submit(World.MAIN, key(world, "k"), add("left"));
      assertEquals(Optional.empty(), left.leave());
      executor.runAll();
      CallOutcome.of(left).thrown(CancellationException.class);
      assertEquals(Optional.empty(), store.findKey(World.MAIN, key(world, "k")));
      PendingCommit<KeyedCommit> again = store.submit(World.MAIN, key(world, "k"), add("again"));
      executor.runAll();
      assertInstanceOf(KeyedCommit.Applied.class, CallOutcome.of(again).get().value());
      assertEquals(List.of(false, true), List.of(has(world, "left"), has(world, "again")));
    }
  }

  // The leader is before its swap when the caller's patience ends. The caller tries its key again
  // while the first attempt is still in flight, and gets the result of whichever is applied.
  @Test
  default void aCallerWithoutPatienceGetsUnknownAndItsRetryTheResult() {
    try (World world = new World(this)) {
      StoppingBackend stopping = new StoppingBackend(backend());
      Store store = world.store(stopping);
      store.createReference(World.MAIN);
      CommitKey key = key(world, "k");
      Stop swap = stopping.stopBefore(Operation.SWAP_REFERENCE);
      PendingCommit<KeyedCommit> leader = store.submit(World.MAIN, key(world, "l"), add("l"));
      swap.awaitReached();
      Caller<KeyedCommit> queued =
          Caller.start(() -> store.commit(World.MAIN, key, add("mine"), WorldWaiter.SHORT));
      world.waiter().awaitWaiting(1);
      world.waiter().timeOut();
      queued.outcome().thrown(CancellationException.class);
      swap.proceed();
      assertInstanceOf(KeyedCommit.Applied.class, CallOutcome.of(leader).get().value());

      Stop second = stopping.stopBefore(Operation.SWAP_REFERENCE);
      PendingCommit<KeyedCommit> taken = store.submit(World.MAIN, key, add("mine"));
      second.awaitReached();
      CommitId id = taken.leave().orElseThrow();
      assertEquals(id, CallOutcome.of(taken).thrown(CommitUnknownException.class).commitId());
      Caller<KeyedCommit> retry =
          Caller.start(() -> world.store().commit(World.MAIN, key, add("retry")));
      KeyedCommit first = retry.outcome().get();
      second.proceed();
      KeyedCommit last = store.commit(World.MAIN, key, add("last"), Duration.ofDays(1));
      KeyedCommit.Applied applied = assertInstanceOf(KeyedCommit.Applied.class, first);
      assertEquals("retry", applied.result().toUtf8());
      assertEquals(new KeyedCommit.AlreadyApplied(applied.result(), applied.id()), last);
      assertEquals(
          List.of(false, true, false),
          List.of(has(world, "mine"), has(world, "retry"), has(world, "last")));
    }
  }

  @Test
  default void anUnknownReferenceAndAFailedRequestAreReportedThroughEveryForm() {
    try (World world = new World(this)) {
      Store store = world.store();
      store.createReference(World.MAIN);
      CommitKey key = key(world, "k");
      store.recordFailure(World.MAIN, key, Bytes.ofUtf8("no"));
      KeyedCommit failed = new KeyedCommit.AlreadyFailed(Bytes.ofUtf8("no"));
      assertEquals(failed, CallOutcome.of(store.submit(World.MAIN, key, add("a"))).get().value());
      assertEquals(failed, store.commit(World.MAIN, key, add("a"), Duration.ofDays(1)));
      CallOutcome.of(store.submit("none", key, add("a"))).thrown(ReferenceNotFoundException.class);
    }
  }
}
