package dev.cairn.core.store;

import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.core.head.Head;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.head.StoredValue;
import dev.cairn.core.index.IndexSet;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** Brings the application's indexes of an earlier head back. */
final class Restore {
  private final CommitServices services;
  private final History history;
  private final String reference;
  private final HeadId target;

  Restore(CommitServices services, History history, String reference, HeadId target) {
    this.services = services;
    this.history = history;
    this.reference = reference;
    this.target = target;
  }

  /** {@code current} with the application's indexes of {@code target} in the place of its own. */
  static IndexSet restored(IndexSet current, OpenHead target, IndexSet empty) {
    IndexSet indexes = current;
    for (String name : current.roots().keySet()) {
      if (!Head.isOfTheEngine(name)) {
        indexes = indexes.with(name, empty.index(name, StoredValue.SERIALIZER));
      }
    }
    for (String name : target.applicationIndexes()) {
      indexes = indexes.with(name, target.index(name, StoredValue.SERIALIZER));
    }
    return indexes;
  }

  /** Makes sure that nothing of the earlier state is missing. */
  void checkReachable() {
    ReferenceRow row = services.references().get(reference);
    Reachable.check(history.at(row, target), services.objects().stored());
  }

  /**
   * Does it, as part of a change: in the attempt that swaps, after the row it swaps was read, so
   * that a collection which began since then makes the swap fail.
   */
  void apply(MemberWorkspace workspace) {
    ReferenceRow row = services.references().get(reference);
    OpenHead head = history.at(row, target);
    OptionalLong successor =
        services.references().successor(row, new HeadVersion(target.version(), target.id()));
    if (successor.isPresent()) {
      checkNotTooOld(
          SnapshotView.instant(services.heads().get(successor.getAsLong()).head().time()));
    }
    workspace.restore(head);
  }

  /** Makes sure that no collection can be at it, if it was superseded then. */
  void checkNotTooOld(Instant superseded) {
    Duration ago = Duration.between(superseded, services.environment().clock().instant());
    if (ago.compareTo(services.limits().restorable()) > 0) {
      throw new HeadNotFoundException(
          "the head %s of reference '%s' was superseded %s ago; it can be brought back for %s, after that garbage collection may be at it"
              .formatted(target, reference, ago, services.limits().restorable()));
    }
  }
}
