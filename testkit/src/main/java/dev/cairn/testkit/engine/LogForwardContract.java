package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.PendingCommit;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.contract.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The log forward from a commit, as followers read it. */
public interface LogForwardContract extends ContractPart {
  /** Single commits and groups. */
  private static List<LogEntry> history(World world, Ledger ledger) {
    ManualExecutor executor = new ManualExecutor();
    Store store = world.store(world.backend(), executor, World.LIMITS);
    store.createReference(World.MAIN);
    for (int i = 0; i < 20; i++) {
      List<PendingCommit<Long>> group = new ArrayList<>();
      for (int k = 0; k <= i % 4; k++) {
        group.add(store.submit(World.MAIN, ledger.commit(i + "." + k, "a", "key " + i)));
      }
      executor.runAll();
      for (PendingCommit<Long> commit : group) {
        assertTrue(CallOutcome.of(commit).get().id().isPresent());
      }
    }
    return Ledger.entries(world.store());
  }

  @Test
  default void theLogAfterAnyCommitIsCompleteAndInOrderInPagesOfAnySize() {
    try (World world = new World(this)) {
      List<LogEntry> all = history(world, new Ledger());
      assertEquals(50, all.size());
      Store asked = world.store();
      for (int i = 0; i < all.size(); i++) {
        for (int limit : List.of(1000, 2_000_000_000, Integer.MAX_VALUE)) {
          assertEquals(
              all.subList(i + 1, all.size()),
              asked.logAfter(all.get(i).id(), limit),
              "%d after %d".formatted(limit, i));
        }
      }
      for (int size : List.of(1, 3, 7, 49, 50)) {
        List<LogEntry> followed = new ArrayList<>(all.subList(0, 1));
        List<LogEntry> page = asked.logAfter(all.get(0).id(), size);
        while (!page.isEmpty()) {
          followed.addAll(page);
          assertTrue(
              page.size() == size || followed.size() == all.size(), "only the last is short");
          page = asked.logAfter(page.get(page.size() - 1).id(), size);
        }
        assertEquals(all, followed, "pages of " + size);
      }
      assertThrows(IllegalArgumentException.class, () -> asked.logAfter(all.get(0).id(), 0));
    }
  }

  /** Two processes commit; a third follows and sees each commit once, in the order of the log. */
  @Test
  default void aFollowerMissesAndRepeatsNothingWhileOthersCommit() {
    try (World world = new World(this)) {
      Ledger ledger = new Ledger();
      Store first = world.store();
      first.createReference(World.MAIN);
      CommitId start = first.commit(World.MAIN, ledger.commit("start", "a")).id().orElseThrow();
      int commits = 10 * scale();
      AtomicBoolean isDone = new AtomicBoolean();
      List<LogEntry> followed = new ArrayList<>();
      List<Boolean> unused =
          Race.run(
              3,
              caller -> {
                Store store = world.store();
                if (caller < 2) {
                  for (int i = 0; i < commits; i++) {
                    String name = caller + "." + i;
                    store.commit(World.MAIN, ledger.commit(name, "all", name));
                  }
                  return isDone.getAndSet(true);
                }
                CommitId last = start;
                boolean isLast = false;
                while (!isLast) {
                  isLast = isDone.get();
                  List<LogEntry> page = store.logAfter(last, 5);
                  followed.addAll(page);
                  last = page.isEmpty() ? last : page.get(page.size() - 1).id();
                }
                return true;
              });
      CommitId last = followed.isEmpty() ? start : followed.get(followed.size() - 1).id();
      followed.addAll(first.logAfter(last, Integer.MAX_VALUE));
      List<LogEntry> all = Ledger.entries(world.store());
      assertEquals(1 + 2 * commits, all.size());
      assertEquals(all.subList(1, all.size()), followed);
    }
  }

  @Test
  default void aCommitThatIsNotInTheLogOrNotRetainedHasNoLogAfterIt() {
    try (World world = new World(this)) {
      List<LogEntry> all = history(world, new Ledger());
      CommitId fifth = all.get(5).id();
      Store asked = world.store();
      long life = fifth.createdAtMicros();
      HeadId never = new HeadId(fifth.head().version(), fifth.head().id() + 12_345);
      for (CommitId wrong :
          List.of(
              new CommitId(World.MAIN, life, never, fifth.entry()),
              new CommitId(World.MAIN, life, fifth.head(), fifth.entry() + 99_999))) {
        assertThrows(HeadNotFoundException.class, () -> asked.logAfter(wrong, 1));
      }
      CommitId elsewhere = new CommitId("other", life, fifth.head(), fifth.entry());
      assertThrows(ReferenceNotFoundException.class, () -> asked.logAfter(elsewhere, 1));
      asked.createReference("other");
      assertThrows(HeadNotFoundException.class, () -> asked.logAfter(elsewhere, 1));
      asked.commit("other", new Ledger().commit("one", "a"));
      assertThrows(HeadNotFoundException.class, () -> asked.logAfter(elsewhere, 1));
      backend().delete(List.of(new ObjectRef("cairn.head", fifth.head().id()).in(world.scope())));
      assertThrows(HeadNotFoundException.class, () -> world.store().logAfter(fifth, 1));
      List<LogEntry> rest =
          all.stream()
              .filter(entry -> entry.id().head().version() > fifth.head().version())
              .toList();
      assertEquals(rest.subList(1, rest.size()), world.store().logAfter(rest.get(0).id(), 1000));
      asked.deleteReference(World.MAIN);
      asked.createReference(World.MAIN);
      CommitId earlier = rest.get(0).id();
      assertThrows(HeadNotFoundException.class, () -> asked.logAfter(earlier, 1));
    }
  }
}
