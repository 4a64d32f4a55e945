package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.ClosedException;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.store.SharedStores;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.contract.Race;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Several handles on the store of one scope in one process. */
public interface SharedHandlesContract extends ContractPart {
  private static SharedStores process(World world, ManualExecutor executor) {
    return new SharedStores(world.process(world.backend(), executor, World.LIMITS));
  }

  @Test
  default void commitsOfAllHandlesFormOneGroup() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      SharedStores process = process(world, executor);
      Ledger ledger = new Ledger();
      process.open(world.scope()).createReference(World.MAIN);
      List<PendingCommit<Long>> pending = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        Store handle = process.open(world.scope());
        pending.add(handle.submit(World.MAIN, ledger.commit("c" + i, "a")));
      }
      executor.runAll();
      Set<Long> heads = new HashSet<>();
      for (int i = 0; i < 10; i++) {
        CommitId id = CallOutcome.of(pending.get(i)).get().id().orElseThrow();
        heads.add(id.head().id());
      }
      assertEquals(1, heads.size(), "all commits share one head");
      assertEquals(10, ledger.check(world.store()).size());
    }
  }

  /** A and B have commits in the queue when A is closed, twice. */
  @Test
  default void closingAHandleWithdrawsItsOwnCommitsOnly() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      SharedStores process = process(world, executor);
      Ledger ledger = new Ledger();
      Store a = process.open(world.scope());
      Store b = process.open(world.scope());
      assertNotSame(a, b);
      a.createReference(World.MAIN);
      PendingCommit<Long> ofA = a.submit(World.MAIN, ledger.commit("of a", "x"));
      PendingCommit<Long> ofB = b.submit(World.MAIN, ledger.commit("of b", "x"));
      a.close();
      a.close();
      executor.runAll();
      CallOutcome.of(ofA).thrown(ClosedException.class);
      assertEquals(1, CallOutcome.of(ofB).get().value());
      assertThrows(ClosedException.class, () -> a.current(World.MAIN));
      assertThrows(ClosedException.class, () -> a.submit(World.MAIN, ledger.commit("late", "x")));
      PendingCommit<Long> later = b.submit(World.MAIN, ledger.commit("later", "x"));
      executor.runAll();
      assertEquals(2, CallOutcome.of(later).get().value());
      assertEquals(List.of("of b", "later"), ledger.check(b));
    }
  }

  @Test
  default void theLastHandleClosesTheStoreAndANewOneOpensItAgain() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      SharedStores process = process(world, executor);
      Ledger ledger = new Ledger();
      Store first = process.open(world.scope());
      Store second = process.open(world.scope());
      first.createReference(World.MAIN);
      first.close();
      PendingCommit<Long> waiting = second.submit(World.MAIN, ledger.commit("waiting", "x"));
      second.close();
      CallOutcome.of(waiting).thrown(ClosedException.class);
      Store third = process.open(world.scope());
      PendingCommit<Long> again = third.submit(World.MAIN, ledger.commit("again", "x"));
      executor.runAll();
      assertEquals(1, CallOutcome.of(again).get().value());
      assertThrows(ClosedException.class, () -> second.current(World.MAIN));
      Store fourth = process.open(world.scope());
      process.close();
      for (Store closed : List.of(third, fourth)) {
        assertThrows(ClosedException.class, () -> closed.current(World.MAIN));
      }
    }
  }

  /** Threads open a handle for each commit, as servers do for each request. */
  @Test
  default void handlesThatAreOpenedAndClosedForEveryCommitLoseNone() {
    try (World world = new World(this)) {
      SharedStores process =
          new SharedStores(world.process(world.backend(), world.threads(), World.LIMITS));
      Ledger ledger = new Ledger();
      world.store().createReference(World.MAIN);
      Set<String> done = ConcurrentHashMap.newKeySet();
      List<Boolean> unused =
          Race.run(
              6,
              caller -> {
                for (int i = 0; i < 5 * scale(); i++) {
                  String name = caller + "." + i;
                  try (Store store = process.open(world.scope())) {
                    store.commit(World.MAIN, ledger.commit(name, "all", "of " + caller));
                  }
                  done.add(name);
                }
                return true;
              });
      assertEquals(6 * 5 * scale(), done.size());
      assertEquals(done, new HashSet<>(ledger.check(world.store())));
    }
  }
}
