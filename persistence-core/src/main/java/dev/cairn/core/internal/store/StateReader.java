package dev.cairn.core.internal.store;

import dev.cairn.api.Scope;
import dev.cairn.api.index.PageRequest;
import dev.cairn.api.internal.Durations;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.Snapshot;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.head.OpenHead;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens current, recent and earlier states of the references of a scope. */
final class StateReader {
  private final Scope scope;
  private final CommitServices services;
  private final HeadFinder history;
  private final ExpiredOrDamaged expiry;
  private final Duration referenceAge;

  /**
   * @param referenceAge how old a remembered reference may be for {@link #recent}
   */
  StateReader(
      Scope scope,
      CommitServices services,
      HeadFinder history,
      ExpiredOrDamaged expiry,
      Duration referenceAge) {
    this.scope = scope;
    this.services = services;
    this.history = history;
    this.expiry = expiry;
    this.referenceAge = referenceAge;
  }

  Snapshot current(String reference) {
    return snapshot(reference, readCurrent(reference));
  }

  Snapshot recent(String reference) {
    Optional<ObjectCache.Seen> seen = services.seen().find(reference);
    if (seen.isPresent()) {
      long age = services.environment().nowMicros() - seen.get().seenMicros();
      if (age >= 0 && age <= Durations.micros(referenceAge)) {
        return snapshot(reference, seen.get().head());
      }
    }
    return current(reference);
  }

  Snapshot at(String reference, HeadId head) {
    return snapshot(reference, history.at(services.references().get(reference), head));
  }

  Snapshot at(String reference, Instant time) {
    return snapshot(reference, history.at(reference, time));
  }

  /** The current state for the first page of a listing, that of its token for any other. */
  Snapshot forPage(String reference, PageRequest page) {
    if (page.token().isEmpty()) {
      return current(reference);
    }
    PageToken token = PageToken.parse(page.token().get());
    token.checkReference(scope, reference);
    return snapshot(reference, history.at(services.references().get(reference), token));
  }

  /** Reads the current head and remembers it; null if the reference has none yet. */
  @Nullable OpenHead readCurrent(String reference) {
    long now = services.environment().nowMicros();
    HeadFinder.Current current = history.current(reference);
    services.seen().remember(current.row(), current.head(), now);
    return current.head();
  }

  private Snapshot snapshot(String reference, @Nullable OpenHead head) {
    return new SnapshotView(
        scope, reference, head, services.heads(), services.objects().cached(), expiry);
  }
}
