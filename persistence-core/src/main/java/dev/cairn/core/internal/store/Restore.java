package dev.cairn.core.internal.store;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.runtime.Micros;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reset of the application's indexes to those of an earlier head. */
final class Restore {
  private final CommitServices services;
  private final HeadFinder history;
  private final String reference;
  private final HeadId target;
  private final Set<String> except;

  Restore(CommitServices services, HeadFinder history, String reference, HeadId target) {
    this(services, history, reference, target, Set.of());
  }

  /**
   * @param except names of indexes that stay as they are
   */
  Restore(
      CommitServices services,
      HeadFinder history,
      String reference,
      HeadId target,
      Set<String> except) {
    this.services = services;
    this.history = history;
    this.reference = reference;
    this.target = target;
    this.except = Set.copyOf(except);
  }

  /** {@code current} with its application indexes replaced by those of {@code target}. */
  static IndexSet restored(IndexSet current, OpenHead target, IndexSet empty) {
    return restored(current, target, Set.of(), empty);
  }

  /** The same without the indexes {@code except}. */
  static IndexSet restored(IndexSet current, OpenHead target, Set<String> except, IndexSet empty) {
    Map<String, Index<?>> changed = new HashMap<>();
    for (String name : current.roots().keySet()) {
      if (!Head.isOfTheEngine(name)) {
        changed.put(name, empty.index(name, StoredValue.SERIALIZER));
      }
    }
    for (String name : target.applicationIndexes()) {
      changed.put(name, target.index(name, StoredValue.SERIALIZER));
    }
    changed.keySet().removeAll(except);
    return current.withAll(changed);
  }

  /** Checks that nothing of the earlier state is missing, and that it is recent enough. */
  void check() {
    ReferenceRow row = services.references().get(reference);
    OpenHead head = history.at(row, target);
    checkNotTooOld(row, head);
    List<String> names = new ArrayList<>(head.applicationIndexes());
    names.removeAll(except);
    ReachabilityWalk.check(head, names, services.objects().stored());
  }

  /**
   * Applies the reset as part of a change: in the attempt that swaps, after the row it swaps was
   * read, so that a collection that began since then makes the swap fail.
   */
  void apply(MemberWorkspace workspace) {
    workspace.restore(open(), except);
  }

  /** The earlier head for a change that brings back parts of it, in the attempt that swaps. */
  OpenHead open() {
    ReferenceRow row = services.references().get(reference);
    OpenHead head = history.at(row, target);
    checkNotTooOld(row, head);
    return head;
  }

  /** Checks that no collection can be deleting its objects. */
  void checkNotTooOld(ReferenceRow row, OpenHead head) {
    supersededAt(row, head).ifPresent(this::checkNotTooOld);
  }

  /** A moment not later than when {@code head} was superseded; empty if it is current. */
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
      return Optional.of(Micros.toInstant(head.head().time()));
    }
    long id = successor.getAsLong();
    OpenHead next = services.heads().findReadable(List.of(id)).get(id);
    // The ID of a head is drawn before the head becomes current.
    return Optional.of(
        next == null ? SnowflakeId.instant(id) : Micros.toInstant(next.head().time()));
  }

  /**
   * The head after this one, where the row itself names it, since heads between them may be lost.
   */
  private static OptionalLong neighbour(ReferenceRow row, long id) {
    List<HeadVersion> earlier = row.earlierHeads().heads();
    OptionalLong newer = row.headId();
    // Beyond the recent heads, the list is thinned.
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
          "the head %s of reference '%s' was superseded %s ago; it can be restored for %s, after that garbage collection may be deleting it"
              .formatted(target, reference, ago, services.limits().restorable()));
    }
  }
}
