package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.store.Stores;
import dev.cairn.testkit.contract.ContractPart;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A change that commits, or changes a reference in another way, is refused. */
public interface NestingContract extends ContractPart {
  @Test
  default void everyFormOfANestedCommitIsRefused() {
    try (World world = new World(this)) {
      Stores process = world.process(backend(), world.threads(), World.LIMITS);
      Store store = process.open(world.scope());
      Store handle = process.open(world.scope());
      Store scope = process.open(World.newScope());
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      store.createReference("other");
      scope.createReference(World.MAIN);
      HeadId head = store.commit(World.MAIN, ledger.commit("first", "a")).id().orElseThrow().head();
      int tried = 0;
      for (Store inner : List.of(store, handle, scope)) {
        for (String reference : List.of(World.MAIN, "other")) {
          for (Map.Entry<String, Runnable> form :
              forms(inner, reference, head, ledger, world).entrySet()) {
            Caller<Committed<Integer>> caller = Caller.start(() -> nested(store, form.getValue()));
            IllegalStateException refused = caller.outcome().thrown(IllegalStateException.class);
            assertTrue(
                String.valueOf(refused.getMessage())
                    .contains("a change may only edit its workspace"),
                () -> form.getKey() + ": " + refused.getMessage());
            tried++;
          }
        }
      }
      assertEquals(84, tried);
      assertEquals(List.of("first"), ledger.check(world.store()));
      assertEquals(2, store.listReferences().size());
      assertEquals(2, store.commit(World.MAIN, ledger.commit("later", "a")).value());
    }
  }

  private static Committed<Integer> nested(Store store, Runnable inner) {
    return store.commit(
        World.MAIN,
        workspace -> {
          workspace.index(Ledger.ITEMS).put(Key.of("x"), workspace.put(new Item("x")));
          inner.run();
          return 0;
        });
  }

  private static Map<String, Runnable> forms(
      Store store, String reference, HeadId head, Ledger ledger, World world) {
    Map<String, Runnable> forms = new LinkedHashMap<>();
    forms.put("commit", () -> store.commit(reference, ledger.commit("inner", "a")));
    forms.put(
        "patience",
        () -> store.commit(reference, ledger.commit("inner", "a"), Duration.ofSeconds(1)));
    forms.put("submit", () -> store.submit(reference, ledger.commit("inner", "a")));
    forms.put(
        "keyed", () -> store.commit(reference, KeyedContract.key(world, "k"), w -> Bytes.empty()));
    forms.put(
        "keyed patience",
        () ->
            store.commit(
                reference,
                KeyedContract.key(world, "k"),
                w -> Bytes.empty(),
                Duration.ofSeconds(1)));
    forms.put(
        "keyed submit",
        () -> store.submit(reference, KeyedContract.key(world, "k"), w -> Bytes.empty()));
    forms.put(
        "failure",
        () -> store.recordFailure(reference, KeyedContract.key(world, "k"), Bytes.empty()));
    forms.put("reset", () -> store.resetReference(reference, head, "inner"));
    forms.put("reset except", () -> store.resetReference(reference, head, "inner", Set.of("a")));
    forms.put("recover", () -> store.recoverReference(reference, head, "inner"));
    forms.put("create", () -> store.createReference("inner"));
    forms.put("branch", () -> store.createReference("inner", World.MAIN, head));
    forms.put("updateable", () -> store.updateables().insert("inner", new Quota("inner", 1)));
    forms.put("delete", () -> store.deleteReference(reference));
    return forms;
  }

  /** No caller waits for it, so the change runs on a thread of the executor. */
  @Test
  default void aChangeThatNoCallerWaitsForMayNotCommitEither() {
    try (World world = new World(this)) {
      ManualExecutor executor = new ManualExecutor();
      Stores process = world.process(backend(), executor, World.LIMITS);
      Store store = process.open(world.scope());
      Store handle = process.open(world.scope());
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      PendingCommit<Object> nested =
          store.submit(
              World.MAIN, workspace -> handle.submit(World.MAIN, ledger.commit("inner", "a")));
      PendingCommit<Long> next = handle.submit(World.MAIN, ledger.commit("next", "a"));
      executor.runAll();
      CallOutcome.of(nested).thrown(IllegalStateException.class);
      assertEquals(1, CallOutcome.of(next).get().value());
      assertEquals(List.of("next"), ledger.check(world.store()));
    }
  }

  // The mark of a running change must not outlive it on the thread.
  @Test
  default void aChangeThatFailedLeavesItsThreadFreeToCommit() {
    try (World world = new World(this)) {
      Store store = world.store();
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      CallOutcome.of(
              () ->
                  store.commit(
                      World.MAIN,
                      workspace -> {
                        throw new UnsupportedOperationException("no");
                      }))
          .thrown(UnsupportedOperationException.class);
      assertEquals(1, store.commit(World.MAIN, ledger.commit("after", "a")).value());
    }
  }

  @Test
  default void aChangeOfOneProcessMayRunWhileAnotherProcessCommits() {
    try (World world = new World(this)) {
      Store store = world.store();
      Store other = world.store();
      Ledger ledger = new Ledger();
      store.createReference(World.MAIN);
      store.createReference("other");
      store.commit(
          World.MAIN,
          workspace -> {
            // Another process, as far as the engine is concerned: it cannot see this thread.
            other.commit("other", ledger.commit("theirs", "b"));
            return ledger.commit("mine", "a").apply(workspace);
          });
      assertTrue(world.store().current("other").index(Ledger.ITEMS).contains(Key.of("b")));
    }
  }
}
