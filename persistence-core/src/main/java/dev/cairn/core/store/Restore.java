package dev.cairn.core.store;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.core.head.Head;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.head.StoredValue;
import dev.cairn.core.index.IndexSet;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
    checkNotTooOld(row, head);
    workspace.restore(head);
  }

  /** Makes sure that no collection can be at it. */
  void checkNotTooOld(ReferenceRow row, OpenHead head) {
    supersededAt(row, head).ifPresent(this::checkNotTooOld);
  }

  /** Not later than when {@code head} was superseded; nothing if it is current. */
  private Optional<Instant> supersededAt(ReferenceRow row, OpenHead head) {
    OptionalLong successor;
    try {
      successor = services.references().successor(row, head.version());
      if (successor.isEmpty()) {
        return Optional.empty();
      }
    } catch (ObjectNotFoundException | DamagedDataException e) {
      successor = neighbour(row, head.id());
    }
    if (successor.isEmpty()) {
      return Optional.of(SnapshotView.instant(head.head().time()));
    }
    long id = successor.getAsLong();
    OpenHead next = services.heads().findReadable(List.of(id)).get(id);
    // The ID of a head is drawn before the head becomes current.
    return Optional.of(
        next == null ? SnowflakeId.instant(id) : SnapshotView.instant(next.head().time()));
  }

  /** The head after this one where the row itself tells, as heads between them may be lost. */
  private static OptionalLong neighbour(ReferenceRow row, long id) {
    List<HeadVersion> earlier = row.earlierHeads().heads();
    OptionalLong newer = row.headId();
    // Beyond the recent ones, heads are left out of the list.
    for (int i = 0; i < Math.min(earlier.size(), EarlierHeads.RECENT); i++) {
      if (earlier.get(i).headId() == id) {
        return newer;
      }
      newer = OptionalLong.of(earlier.get(i).headId());
    }
    return OptionalLong.empty();
  }

  private void checkNotTooOld(Instant superseded) {
    Duration ago = Duration.between(superseded, services.environment().clock().instant());
    if (ago.compareTo(services.limits().restorable()) > 0) {
      throw new HeadNotFoundException(
          "the head %s of reference '%s' was superseded %s ago; it can be brought back for %s, after that garbage collection may be at it"
              .formatted(target, reference, ago, services.limits().restorable()));
    }
  }
}
