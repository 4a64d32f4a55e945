package dev.cairn.core.internal.store;

import dev.cairn.api.internal.Durations;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.head.AppliedWindow;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.runtime.Micros;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys that the state of a reference knows.
 *
 * <p>A reference that was deleted and created again has no head yet, but its line begins with the
 * last head of its earlier life, which has all the keys of that life: nothing can have been applied
 * after it. The first head of the new life therefore inherits them, as on a reset. Otherwise
 * everything accepted before the new life began, by any clock, would have to be refused, and new
 * requests with it.
 *
 * @param window how far back keys are known; null if no key was ever applied
 * @param head the head whose indexes have the keys that have left the window's list; null if there
 *     are none
 */
record KnownKeys(@Nullable AppliedWindow window, @Nullable OpenHead head) {
  /**
   * The keys that {@code row} knows.
   *
   * @param head its head; null if it has none
   * @param nowMicros a time after {@code row} was read
   */
  static KnownKeys of(
      ReferenceRow row, @Nullable OpenHead head, Heads heads, CommitLimits limits, long nowMicros) {
    if (head != null) {
      return new KnownKeys(head.head().applied(), head);
    }
    if (row.earlierHeads().heads().isEmpty()) {
      return new KnownKeys(null, null);
    }
    long last = row.earlierHeads().heads().get(0).headId();
    OpenHead before = heads.findReadable(List.of(last)).get(last);
    if (before == null) {
      long latest = Math.min(row.createdAtMicros(), latestIn(last, limits));
      return new KnownKeys(knowingAfter(latest, limits), null);
    }
    AppliedWindow known = before.head().applied();
    if (known == null) {
      return new KnownKeys(null, null);
    }
    if (isKept(last, limits, nowMicros)) {
      return new KnownKeys(known.afterLife(before.head().life(), before.head().version()), before);
    }
    long latest = Math.max(before.head().time(), known.latest());
    return new KnownKeys(knowingAfter(latest, limits).raisedTo(known.watermark()), null);
  }

  // Until then, any key accepted by a clock that is ahead may have been applied.
  private static AppliedWindow knowingAfter(long time, CommitLimits limits) {
    return AppliedWindow.from(time + Durations.micros(limits.skew()) + 1);
  }

  // A head that is missing is lost, or a collection has swept it. Its keys were accepted soon after
  // its ID was drawn, and surely within the time added here. If it was swept that is over: it was
  // superseded a retention ago, which is longer.
  private static long latestIn(long head, CommitLimits limits) {
    long drawn = Micros.of(SnowflakeId.instant(head));
    return Durations.after(Durations.after(drawn, limits.restorable()), limits.young());
  }

  // A collection that is in progress may sweep what was superseded long ago, as it may for a reset.
  // A
  // head was superseded after it was made, however many lives without a head came after it.
  private static boolean isKept(long head, CommitLimits limits, long nowMicros) {
    Duration age =
        Duration.ofNanos(1_000 * Math.max(0, nowMicros - Micros.of(SnowflakeId.instant(head))));
    return age.compareTo(limits.restorable()) <= 0;
  }
}
