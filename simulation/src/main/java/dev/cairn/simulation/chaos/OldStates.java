package dev.cairn.simulation.chaos;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceExistsException;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.testkit.workload.BookPage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * Reads states that others have replaced or deleted: all of it, or "expired", and not too early.
 */
final class OldStates {
  private static final int TIMES = 3;

  private final Actor self;
  private final Store store;

  OldStates(Actor self, Store store) {
    this.self = self;
    this.store = store;
  }

  void run(String reference) {
    for (int i = 0; i < TIMES; i++) {
      Instant before = self.clock().instant();
      tryTo(() -> watch(store.current(reference), before));
      String own = "%s-%d-%d".formatted(self.name(), self.incarnation(), i);
      tryTo(() -> watchOwn(own));
    }
  }

  private void tryTo(Supplier<Boolean> work) {
    try {
      var unused = work.get();
    } catch (BackendUnavailableException
        | CancellationException
        | UnknownOutcomeException
        | CommitConflictException
        | StoreBusyException
        | ReferenceExistsException
        | ReferenceNotFoundException e) {
      self.say("gave up: " + e.getMessage());
    }
  }

  /** Replaces or deletes a state that was current for long, and reads it from then on. */
  private boolean watchOwn(String name) {
    var unused = store.createReference(name);
    if (!write(name, 1) || !write(name, 2)) {
      return false;
    }
    Snapshot state = store.current(name);
    int retention = (int) CollectionScenario.RETENTION.toMillis();
    self.sleep(Duration.ofMillis(self.random().nextInt(2 * retention)));
    Instant before = self.clock().instant();
    if (self.random().nextBoolean()) {
      store.deleteReference(name);
    } else if (!write(name, 3)) {
      return false;
    }
    return watch(state, before);
  }

  private boolean write(String name, long number) {
    try {
      var unused = store.commit(name, workspace -> BookPage.write(workspace, number));
      return true;
    } catch (CommitUnknownException e) {
      return false;
    }
  }

  /** Reads a state that was current at {@code time}, until it may have expired. */
  private boolean watch(Snapshot state, Instant time) {
    Optional<List<Long>> first = Optional.empty();
    while (true) {
      Instant before = self.clock().instant();
      try {
        List<Long> again = BookPage.checkedList(state);
        BookPage.checkObjects(state, again);
        if (first.isPresent() && !again.equals(first.get())) {
          throw new AssertionError("an old state had %s and has %s".formatted(first, again));
        }
        first = Optional.of(again);
      } catch (HeadNotFoundException e) {
        // It may have stood still since it began to read.
        if (self.clock().instant().isBefore(time.plus(CollectionScenario.RETENTION))) {
          throw new AssertionError("a state expired too early: " + e.getMessage(), e);
        }
        return true;
      }
      if (before.isAfter(time.plus(CollectionScenario.RETENTION.multipliedBy(2)))) {
        return true;
      }
      self.sleep(Duration.ofMillis(self.random().nextInt(150)));
    }
  }
}
