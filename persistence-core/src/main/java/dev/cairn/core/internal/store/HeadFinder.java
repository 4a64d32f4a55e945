package dev.cairn.core.internal.store;

import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.index.PageTokenExpiredException;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.References;
import dev.cairn.core.internal.head.SeenReferences;
import dev.cairn.core.internal.runtime.Micros;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the current head of a reference, and earlier ones by ID or time. */
final class HeadFinder {
  private final References references;
  private final Heads heads;
  private final SeenReferences seen;

  HeadFinder(CommitServices services) {
    this.references = services.references();
    this.heads = services.heads();
    this.seen = services.seen();
  }

  /**
   * A reference and its current head.
   *
   * @param head null if it has none
   */
  record Current(ReferenceRow row, @Nullable OpenHead head) {}

  /**
   * The current row and head. If the process was paused after it read the row, for longer than
   * heads are kept, it reads the row again.
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

  /** The head {@code id}, which must belong to this life of the reference. */
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
          "the head %s of %s is no longer retained".formatted(id, row.key()), e);
    }
    throw new HeadNotFoundException(
        "the reference %s has not had the head %s since it was created".formatted(row.key(), id));
  }

  /**
   * The head whose state a listing of this reference shows.
   *
   * @throws PageTokenExpiredException if it is not retained, or belongs to an earlier life
   */
  OpenHead at(ReferenceRow row, PageToken token) {
    if (row.createdAtMicros() != token.life()) {
      throw new PageTokenExpiredException(
          "the reference %s was deleted and created again since the listing began; begin it again"
              .formatted(row.key()));
    }
    try {
      return at(row, token.head());
    } catch (HeadNotFoundException e) {
      throw new PageTokenExpiredException(
          "the state %s of the listing is no longer retained; begin the listing again"
              .formatted(token.head()),
          e);
    }
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
          "the reference %s had no head at %s yet, or that head is no longer retained"
              .formatted(row.key(), time));
    }
    return next;
  }

  private static boolean isYounger(OpenHead head, Instant time) {
    return Micros.toInstant(head.head().time()).isAfter(time);
  }

  /**
   * The head before {@code younger} if that is old enough; otherwise the oldest head in the list of
   * {@code younger} that is still too young. One bulk read for each step.
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
