package dev.cairn.core.internal.head;

import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.settle.Verdict;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Decides whether a write of a reference row was applied when its reply was lost, by the row found
 * afterwards.
 */
final class ReferenceVerdicts {
  private ReferenceVerdicts() {}

  // A row is removed only as a tombstone, which is kept for days; so if there is none, none existed
  // since the insert.
  static Verdict ofInsert(ReferenceRow mine, Optional<ReferenceRow> found) {
    return found.isEmpty() ? Verdict.AGAIN : ofCreation(mine, found.get());
  }

  static Verdict ofRevival(
      ReferenceRow tombstone, ReferenceRow mine, Optional<ReferenceRow> found) {
    if (found.isEmpty()) {
      return Verdict.UNKNOWN; // deleted again, and its tombstone collected
    }
    return found.get().token().equals(tombstone.token())
        ? Verdict.AGAIN
        : ofCreation(mine, found.get());
  }

  // Every row after mine has a higher version, or differs from mine in its turns only, and was
  // created at the same moment or later.
  private static Verdict ofCreation(ReferenceRow mine, ReferenceRow found) {
    if (found.token().equals(mine.token())) {
      return Verdict.APPLIED;
    }
    if (References.isSameState(found, mine)) {
      return Verdict.UNKNOWN; // mine with other turns, or one created in the same microsecond
    }
    return found.version() <= mine.version() || found.createdAtMicros() < mine.createdAtMicros()
        ? Verdict.CONFLICT
        : Verdict.UNKNOWN;
  }

  // Deleted by this call or by another one at the same time: callers see no difference.
  static Verdict ofDeletion(ReferenceRow base, ReferenceRow mine, Optional<ReferenceRow> found) {
    if (found.isPresent() && found.get().token().equals(base.token())) {
      return Verdict.AGAIN;
    }
    boolean sameLife =
        found.isPresent()
            && !found.get().isTombstone()
            && found.get().createdAtMicros() == mine.createdAtMicros();
    return sameLife ? Verdict.CONFLICT : Verdict.APPLIED;
  }

  /**
   * A swap to a new head was applied if the head is in the line of the row found.
   *
   * @param before reads the line of heads before a head, by the head's ID
   */
  static Verdict ofMove(
      ReferenceRow base,
      ReferenceRow next,
      Optional<ReferenceRow> found,
      LongFunction<EarlierHeads> before) {
    if (found.isEmpty()) {
      return Verdict.UNKNOWN; // deleted, and its tombstone collected: the line is gone
    }
    if (found.get().token().equals(base.token())) {
      return Verdict.AGAIN;
    }
    HeadVersion attempt = new HeadVersion(next.version(), next.headId().getAsLong());
    try {
      return HeadLine.contains(found.get(), attempt, before) ? Verdict.APPLIED : Verdict.CONFLICT;
    } catch (ObjectNotFoundException e) {
      return Verdict.UNKNOWN; // the heads that could prove it are collected
    }
  }
}
