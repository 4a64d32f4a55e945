package dev.cairn.core.store;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.core.head.Heads;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.head.References;
import dev.cairn.core.head.SeenReferences;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds heads that are not current any more. */
final class History {
  private final References references;
  private final Heads heads;
  private final SeenReferences seen;

  History(CommitServices services) {
    this.references = services.references();
    this.heads = services.heads();
    this.seen = services.seen();
  }

  /**
   * A reference and its head.
   *
   * @param head null if it has none
   */
  record Current(ReferenceRow row, @Nullable OpenHead head) {}

  /**
   * The reference as it is now. A process that stood still since it read the row, for longer than
   * heads are kept, reads it again.
   *
   * @throws DamagedDataException if its head is missing
   */
  Current current(String reference) {
    ReferenceRow row = references.get(reference);
    while (true) {
      try {
        return new Current(row, seen.headOf(row, heads));
      } catch (ObjectNotFoundException e) {
        ReferenceRow now = references.get(reference);
        if (now.token().equals(row.token())) {
          throw new DamagedDataException(
              "the current head of reference %s is missing; recover the reference to an earlier one"
                  .formatted(row.key()),
              e);
        }
        row = now;
      }
    }
  }

  /** The head {@code id}, which has to be in this life of the reference. */
  OpenHead at(ReferenceRow row, HeadId id) {
    try {
      if (references.isInLine(row, new HeadVersion(id.version(), id.id()))) {
        OpenHead head = heads.get(id.id());
        if (head.head().life() == row.createdAtMicros()) {
          return head;
        }
      }
    } catch (ObjectNotFoundException e) {
      throw new HeadNotFoundException(
          "the head %s of %s is not retained any more".formatted(id, row.key()), e);
    }
    throw new HeadNotFoundException(
        "the reference %s never had the head %s since it was created".formatted(row.key(), id));
  }

  /** The newest head that is not younger than {@code time}. */
  OpenHead at(String reference, Instant time) {
    Current current = current(reference);
    ReferenceRow row = current.row();
    OpenHead younger = null;
    OpenHead next = current.head();
    while (next != null && isYounger(next, time)) {
      younger = next;
      next = nearestOlder(row, younger, time);
    }
    if (next == null) {
      throw new HeadNotFoundException(
          "the reference %s had no head at %s yet, or it is not retained any more"
              .formatted(row.key(), time));
    }
    return next;
  }

  private static boolean isYounger(OpenHead head, Instant time) {
    return SnapshotView.instant(head.head().time()).isAfter(time);
  }

  /**
   * The head before {@code younger} if that is old enough, otherwise one before {@code younger}
   * that is still too young but as old as its list can tell. One bulk read for each step.
   */
  private @Nullable OpenHead nearestOlder(ReferenceRow row, OpenHead younger, Instant time) {
    List<Long> ids = younger.earlier().heads().stream().map(HeadVersion::headId).toList();
    Map<Long, OpenHead> found = heads.findReadable(ids);
    OpenHead oldestYounger = null;
    OpenHead before = null;
    for (Long id : ids) {
      OpenHead head = found.get(id);
      if (head == null || head.head().life() != row.createdAtMicros()) {
        break; // not retained, not readable, or of an earlier life
      }
      if (!isYounger(head, time)) {
        before = head;
        break;
      }
      oldestYounger = head;
    }
    return oldestYounger != null ? oldestYounger : before;
  }
}
