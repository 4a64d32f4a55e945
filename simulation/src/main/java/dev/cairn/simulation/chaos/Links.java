package dev.cairn.simulation.chaos;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.testkit.workload.Note;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;

/**
 * Puts objects first and refers to them by a commit some time later, by requests with keys that are
 * made twice; what was put too long ago is put again.
 */
final class Links {
  private static final String INDEX = "links";
  private static final int TIMES = 6;
  // Long keys, so that the head spills pages after some commits.
  private static final String PADDING = "-".repeat(400);

  private final String reference;
  private final Set<String> applied = new TreeSet<>();
  private long checked;

  Links(String reference) {
    this.reference = reference;
  }

  void run(Actor self, Store store) {
    for (int i = 0; i < TIMES; i++) {
      String name = "%s-%d-%d".formatted(self.name(), self.incarnation(), i);
      try {
        List<ObjectRef> put = store.putAll(List.of(new Note(List.of((long) i))));
        // Sometimes longer than objects stay young, sometimes longer than they are kept.
        self.sleep(
            Duration.ofMillis(
                self.random().nextInt(2 * (int) CollectionScenario.GRACE.toMillis())));
        request(self, store, name, put.get(0));
      } catch (BackendUnavailableException e) {
        self.say("not put: " + e.getMessage());
      }
      self.sleep(Duration.ofMillis(self.random().nextInt(100)));
    }
  }

  private void request(Actor self, Store store, String name, ObjectRef put) {
    Instant now = self.clock().instant();
    CommitKey key = new CommitKey(name, "", now, now.plusSeconds(30), Duration.ofSeconds(60));
    boolean isApplied = attempt(self, store, key, put);
    self.sleep(Duration.ofMillis(self.random().nextInt(400)));
    boolean isAppliedAgain = attempt(self, store, key, put);
    if (isApplied && isAppliedAgain) {
      throw new AssertionError("the request %s was applied twice".formatted(name));
    }
  }

  /** Whether it was applied now. */
  private boolean attempt(Actor self, Store store, CommitKey key, ObjectRef put) {
    try {
      KeyedCommit outcome =
          store.commit(
              reference,
              key,
              workspace -> {
                workspace.index(INDEX).put(Key.of(key.request() + PADDING), put);
                return Bytes.ofUtf8("done");
              });
      note(key.request());
      return outcome instanceof KeyedCommit.Applied;
    } catch (IllegalArgumentException e) {
      self.say("too old to be linked: " + e.getMessage());
    } catch (BackendUnavailableException
        | CancellationException
        | CommitUnknownException
        | CommitConflictException
        | StoreBusyException e) {
      self.say("not linked: " + e.getMessage());
    }
    return false;
  }

  private synchronized void note(String name) {
    applied.add(name);
  }

  /** Checks that all that was acknowledged is there; says how much that is. */
  synchronized long check(Store store) {
    Snapshot state = store.current(reference);
    Set<String> found = new TreeSet<>();
    checked = 0;
    state
        .index(INDEX)
        .list(IndexRange.all())
        .forEachRemaining(
            entry -> {
              checked++;
              Note unused = state.get(Note.class, entry.value());
              found.add(Key.elements(entry.key()).get(0).toUtf8().replace(PADDING, ""));
            });
    if (!found.containsAll(applied)) {
      throw new AssertionError(
          "%s was acknowledged and is lost: there is %s".formatted(applied, found));
    }
    return checked;
  }
}
