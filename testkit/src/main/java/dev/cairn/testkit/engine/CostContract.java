package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.CallCounts;
import dev.cairn.testkit.fault.CountingBackend;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What commits cost in round trips, once a store knows the reference. */
public interface CostContract extends ContractPart {
  @Test
  default void aCommitIsOneBulkWriteAndOneSwapAndReadsNothing() {
    try (World world = new World(this)) {
      CountingBackend counting = new CountingBackend(backend());
      Store store = world.store(counting, Runnable::run, World.LIMITS);
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      store.commit(World.MAIN, ledger.commit("warm", "a", "b"));
      for (int i = 0; i < 20; i++) {
        CallCounts before = counting.counts();
        store.commit(World.MAIN, ledger.commit("commit " + i, "a", "b", "c" + i));
        CallCounts cost = counting.counts().since(before);
        assertEquals(callsOfACommit(), calls(cost));
        assertEquals(callsOfACommit().size(), cost.sequential());
      }
      assertEquals(21, ledger.check(world.store()).size());
    }
  }

  @Test
  default void aGroupOfManyIsStillOneBulkWriteAndOneSwap() {
    try (World world = new World(this)) {
      CountingBackend counting = new CountingBackend(backend());
      ManualExecutor executor = new ManualExecutor();
      Store store = world.store(counting, executor, World.LIMITS);
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      PendingCommit<Long> warm = store.submit(World.MAIN, ledger.commit("warm", "a"));
      executor.runAll();
      assertEquals(1, CallOutcome.of(warm).get().value());
      for (int round = 0; round < 3; round++) {
        List<PendingCommit<Long>> pending = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
          pending.add(store.submit(World.MAIN, ledger.commit(round + "." + i, "a", "key " + i)));
        }
        CallCounts before = counting.counts();
        executor.runAll();
        CallCounts cost = counting.counts().since(before);
        pending.forEach(commit -> CallOutcome.of(commit).get());
        assertEquals(callsOfACommit(), calls(cost));
        assertEquals(callsOfACommit().size(), cost.sequential());
      }
      assertEquals(151, ledger.check(world.store()).size());
    }
  }

  @Test
  default void resultsWithoutAnEditCostOneReadForTheWholeGroup() {
    try (World world = new World(this)) {
      CountingBackend counting = new CountingBackend(backend());
      ManualExecutor executor = new ManualExecutor();
      Store store = world.store(counting, executor, World.LIMITS);
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      PendingCommit<Long> warm = store.submit(World.MAIN, ledger.commit("warm", "a"));
      executor.runAll();
      assertEquals(1, CallOutcome.of(warm).get().value());
      List<PendingCommit<Boolean>> pending = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        pending.add(
            store.submit(
                World.MAIN, workspace -> workspace.index(Ledger.ITEMS).contains(Key.of("a"))));
      }
      CallCounts before = counting.counts();
      executor.runAll();
      assertEquals(Map.of(Operation.READ_REFERENCE, 1L), calls(counting.counts().since(before)));
      pending.forEach(commit -> assertEquals(true, CallOutcome.of(commit).get().value()));
    }
  }

  private Map<Operation, Long> callsOfACommit() {
    return backend().writesAndSwapsAtOnce()
        ? Map.of(Operation.WRITE_AND_SWAP, 1L)
        : Map.of(Operation.WRITE, 1L, Operation.SWAP_REFERENCE, 1L);
  }

  private static Map<Operation, Long> calls(CallCounts counts) {
    Map<Operation, Long> calls = new EnumMap<>(Operation.class);
    counts.byOperation().forEach((operation, cost) -> calls.put(operation, cost.calls()));
    return calls;
  }
}
