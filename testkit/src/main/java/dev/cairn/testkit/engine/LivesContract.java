package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceExistsException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Store;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.contract.Race;
import dev.cairn.testkit.fault.Stop;
import dev.cairn.testkit.fault.StoppingBackend;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** References that are deleted and created again while stores remember an earlier life of them. */
public interface LivesContract extends ContractPart {
  @Test
  default void aReferenceIsCreatedOnceFoundListedAndDeletedOnce() {
    try (World world = new World(this)) {
      Store store = world.store();
      Store other = world.store();
      assertEquals(List.of(), store.listReferences());
      Reference created = store.createReference(World.MAIN);
      assertEquals(OptionalLong.empty(), created.headId());
      assertThrows(ReferenceExistsException.class, () -> other.createReference(World.MAIN));
      store.createReference("a");
      assertEquals(created, other.findReference(World.MAIN).orElseThrow());
      assertEquals(
          List.of("a", World.MAIN), other.listReferences().stream().map(Reference::name).toList());
      other.deleteReference("a");
      assertTrue(store.findReference("a").isEmpty());
      assertEquals(List.of(created), store.listReferences());
      assertThrows(ReferenceNotFoundException.class, () -> store.deleteReference("a"));
      assertThrows(ReferenceNotFoundException.class, () -> store.log("a", 1));
    }
  }

  @Test
  default void aRememberedReferenceThatIsDeletedIsNotThere() {
    try (World world = new World(this)) {
      Ledger ledger = new Ledger();
      Store editing = world.store();
      Store reading = world.store();
      Store other = world.store();
      editing.createReference(World.MAIN);
      editing.commit(World.MAIN, ledger.commit("before", "a"));
      assertEquals(List.of("before"), ledger.check(reading));
      other.deleteReference(World.MAIN);
      assertThrows(
          ReferenceNotFoundException.class,
          () -> editing.commit(World.MAIN, ledger.commit("after", "a")));
      assertThrows(
          ReferenceNotFoundException.class,
          () -> reading.commit(World.MAIN, workspace -> "nothing"));
      assertThrows(ReferenceNotFoundException.class, () -> reading.current(World.MAIN));
      assertTrue(other.findReference(World.MAIN).isEmpty(), "nothing brought it back");
      other.createReference(World.MAIN);
      assertEquals(List.of(), ledger.check(editing));
    }
  }

  @Test
  default void aCommitOnARememberedEarlierLifeGoesToTheNewOne() {
    try (World world = new World(this)) {
      Ledger ledger = new Ledger();
      Store store = world.store();
      Store other = world.store();
      store.createReference(World.MAIN);
      CommitId earlier = store.commit(World.MAIN, ledger.commit("earlier", "a")).id().orElseThrow();
      long version = store.findReference(World.MAIN).orElseThrow().version();
      other.deleteReference(World.MAIN);
      Reference again = other.createReference(World.MAIN);
      assertTrue(again.version() > version, "a version never goes down");
      assertEquals(OptionalLong.empty(), again.headId());

      Committed<Long> later = store.commit(World.MAIN, ledger.commit("later", "a"));
      assertEquals(1, later.value(), "the new life begins empty");
      assertTrue(later.id().orElseThrow().head().version() > again.version());
      assertEquals(List.of("later"), ledger.check(other));
      assertEquals(CommitStatus.APPLIED, other.commitStatus(earlier), "it was, in its time");
      assertThrows(HeadNotFoundException.class, () -> other.at(World.MAIN, earlier.head()));
      assertThrows(HeadNotFoundException.class, () -> other.log(earlier, 1));
      assertThrows(
          HeadNotFoundException.class,
          () -> other.resetReference(World.MAIN, earlier.head(), "back"));
    }
  }

  @Test
  default void aReferenceDeletedOrCreatedAgainJustBeforeASwapIsNotMoved() {
    for (boolean isCreatedAgain : List.of(false, true)) {
      try (World world = new World(this)) {
        Ledger ledger = new Ledger();
        StoppingBackend stopping = new StoppingBackend(backend());
        Store store = world.store(stopping);
        Store other = world.store();
        store.createReference(World.MAIN);
        store.commit(World.MAIN, ledger.commit("before", "a"));
        Stop swap = stopping.stopBefore(Operation.SWAP_REFERENCE);
        Caller<Committed<Long>> caller =
            Caller.start(() -> store.commit(World.MAIN, ledger.commit("mine", "a")));
        swap.awaitReached();
        other.deleteReference(World.MAIN);
        if (isCreatedAgain) {
          other.createReference(World.MAIN);
        }
        swap.proceed();
        if (isCreatedAgain) {
          assertEquals(1, caller.outcome().get().value());
          assertEquals(List.of("mine"), ledger.check(other));
        } else {
          caller.outcome().thrown(ReferenceNotFoundException.class);
          other.createReference(World.MAIN);
          assertEquals(List.of(), ledger.check(other));
        }
      }
    }
  }

  // A collection removes the tombstone between the look at it and the swap that revives it.
  @Test
  default void aCreateThatRacesTheRemovalOfATombstoneCreates() {
    try (World world = new World(this)) {
      Ledger ledger = new Ledger();
      StoppingBackend stopping = new StoppingBackend(backend());
      Store store = world.store(stopping);
      Store other = world.store();
      Reference first = other.createReference(World.MAIN);
      other.commit(World.MAIN, ledger.commit("before", "a"));
      other.deleteReference(World.MAIN);
      Stop swap = stopping.stopBefore(Operation.SWAP_REFERENCE);
      Caller<Reference> caller = Caller.start(() -> store.createReference(World.MAIN));
      swap.awaitReached();
      ReferenceKey key = new ReferenceKey(world.scope(), World.MAIN);
      ReferenceRow tombstone = backend().readReference(key, ReadMode.STRONG).orElseThrow();
      assertEquals(CasResult.applied(), backend().removeReference(key, tombstone.token()));
      swap.proceed();

      Reference created = caller.outcome().get();
      assertEquals(OptionalLong.empty(), created.headId());
      assertEquals(first.version(), created.version(), "nothing is left that it could revive");
      assertThrows(ReferenceExistsException.class, () -> other.createReference(World.MAIN));
      Ledger next = new Ledger();
      assertEquals(1, store.commit(World.MAIN, next.commit("after", "a")).value());
      assertEquals(List.of("after"), next.check(other));
    }
  }

  @Test
  default void versionsRiseAndStatesBeginEmptyThroughManyLives() {
    try (World world = new World(this)) {
      List<Store> stores = List.of(world.store(), world.store());
      long version = 0;
      Set<Long> lives = new HashSet<>();
      for (int life = 0; life < 12; life++) {
        Ledger ledger = new Ledger();
        Store creator = stores.get(life % 2);
        Reference created = creator.createReference(World.MAIN);
        assertTrue(created.version() > version, "a version never goes down");
        for (int i = 0; i < life % 4; i++) {
          Store store = stores.get((life + i) % 2);
          CommitId id =
              store.commit(World.MAIN, ledger.commit(life + "." + i, "a")).id().orElseThrow();
          assertTrue(lives.contains(id.createdAtMicros()) == (i > 0), "lives differ");
          lives.add(id.createdAtMicros());
        }
        assertEquals(life % 4, ledger.check(stores.get((life + 1) % 2)).size());
        version = creator.findReference(World.MAIN).orElseThrow().version();
        assertTrue(version >= created.version());
        stores.get(life / 2 % 2).deleteReference(World.MAIN);
      }
    }
  }

  @Test
  default void commitsThatRaceWithDeletionAreInTheLogOfTheLifeTheyName() {
    try (World world = new World(this)) {
      Ledger ledger = new Ledger();
      world.store().createReference(World.MAIN);
      Set<CommitId> committed = ConcurrentHashMap.newKeySet();
      Set<String> notApplied = ConcurrentHashMap.newKeySet();
      List<Boolean> unused =
          Race.run(
              4,
              thread -> {
                Store store = world.store();
                for (int i = 0; i < 5 * scale(); i++) {
                  String name = thread + "." + i;
                  if (thread == 0) {
                    endOneLifeAndBeginTheNext(store);
                    continue;
                  }
                  try {
                    store
                        .commit(World.MAIN, ledger.commit(name, "all", "of " + thread))
                        .id()
                        .ifPresent(committed::add);
                  } catch (ReferenceNotFoundException e) {
                    notApplied.add(name);
                  }
                }
                return true;
              });
      Store asked = world.store();
      // On a slow database all others may have found it deleted.
      asked.commit(World.MAIN, ledger.commit("last", "all")).id().ifPresent(committed::add);
      List<String> names = ledger.check(asked);
      assertTrue(names.stream().noneMatch(notApplied::contains), "not found means not applied");
      long life = committedAt(asked);
      Set<Long> expected = new TreeSet<>();
      for (CommitId id : committed) {
        assertEquals(CommitStatus.APPLIED, asked.commitStatus(id));
        if (id.createdAtMicros() == life) {
          expected.add(id.entry());
        }
      }
      Set<Long> logged = new TreeSet<>();
      for (LogEntry entry : Ledger.entries(asked)) {
        logged.add(entry.id().entry());
      }
      assertEquals(expected, logged, "the commits of the last life");
    }
  }

  private static long committedAt(Store store) {
    var created = store.findReference(World.MAIN).orElseThrow().createdAt();
    return ChronoUnit.MICROS.between(Instant.EPOCH, created);
  }

  private static void endOneLifeAndBeginTheNext(Store store) {
    try {
      store.deleteReference(World.MAIN);
    } catch (BackendUnavailableException e) {
      return; // it was not done, because others kept moving it
    } catch (UnknownOutcomeException e) {
      return; // the next round tells
    }
    store.createReference(World.MAIN);
  }
}
