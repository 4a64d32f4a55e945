package dev.cairn.simulation.chaos;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceExistsException;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Store;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.testkit.history.ListCall;
import dev.cairn.testkit.history.Timed;
import dev.cairn.testkit.workload.Books;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The same while an operator deletes the reference and creates it again. What was deleted does not
 * come back unless it is created again, versions never go down, and commits before and after have a
 * sequential explanation in which each deletion makes the list empty.
 */
public class LivesScenario extends EngineScenario {
  private static final int LIVES = 4;
  private static final int LOOKS = 25;
  private static final String MAIN = "main";

  @Override
  public String name() {
    return "lives";
  }

  @Override
  protected List<Actor> build(World world) {
    Books books = new Books(MAIN);
    Cast cast = new Cast(world, List.of(books));
    Life life = new Life();
    List<Actor> processes = new ArrayList<>();
    processes.add(
        world.sim().actor("operator", self -> operate(self, cast.open(self), books, life)));
    processes.add(world.sim().actor("watcher", self -> watch(self, cast.open(self), life)));
    for (int i = 1; i <= 2; i++) {
      processes.add(world.sim().actor("process " + i, cast::work));
    }
    world
        .sim()
        .afterwards(
            () -> {
              world.settle();
              Store store = cast.openAfterwards(processes.get(0));
              if (life.find(store).isEmpty()) {
                life.beginCreation();
                Reference unused = store.createReference(MAIN);
              }
              check(world, cast, List.of(books), processes.get(0), false);
            });
    return processes;
  }

  /** What the only one who creates and deletes the reference was told. */
  private static final class Life {
    private int events;
    private boolean isDeleted;
    private long version;

    void beginCreation() {
      events++;
      isDeleted = false;
    }

    void deleted() {
      events++;
      isDeleted = true;
    }

    /** Looks, and checks that what is found may be there. */
    Optional<Reference> find(Store store) {
      int before = events;
      long versionBefore = version;
      Optional<Reference> found = store.findReference(MAIN);
      if (found.isPresent()) {
        if (isDeleted && before == events) {
          throw new AssertionError("the reference was deleted and came back: " + found.get());
        }
        if (found.get().version() < versionBefore) {
          throw new AssertionError(
              "the version went down from %d: %s".formatted(versionBefore, found.get()));
        }
        version = Math.max(version, found.get().version());
      }
      return found;
    }
  }

  private static void operate(Actor self, Store store, Books books, Life life) {
    for (int i = 0; i < LIVES; i++) {
      create(store, life);
      self.sleep(Duration.ofMillis(self.random().nextInt(i == 0 ? 20 : 300)));
      if (i < LIVES - 1) {
        delete(store, books, life);
      }
    }
  }

  private static void create(Store store, Life life) {
    life.beginCreation();
    try {
      Reference unused = store.createReference(MAIN);
    } catch (ReferenceExistsException | UnknownOutcomeException | BackendUnavailableException e) {
      return; // commits show whether it is there
    }
  }

  private static void delete(Store store, Books books, Life life) {
    long invoked = books.history().tick();
    try {
      store.deleteReference(MAIN);
      life.deleted();
      books.history().add(ListCall.clear("operator", invoked, books.history().tick()));
    } catch (ReferenceNotFoundException | BackendUnavailableException e) {
      return; // nothing was done
    } catch (UnknownOutcomeException e) {
      books.history().add(ListCall.clear("operator", invoked, Timed.NEVER));
    } catch (Error e) {
      books.history().add(ListCall.clear("operator", invoked, Timed.NEVER));
      throw e;
    }
  }

  private static void watch(Actor self, Store store, Life life) {
    for (int i = 0; i < LOOKS; i++) {
      try {
        Optional<Reference> unused = life.find(store);
      } catch (BackendUnavailableException e) {
        self.say("saw nothing: " + e.getMessage());
      }
      self.sleep(Duration.ofMillis(self.random().nextInt(60)));
    }
  }
}
