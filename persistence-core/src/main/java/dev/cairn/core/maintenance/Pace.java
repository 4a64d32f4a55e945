package dev.cairn.core.maintenance;

import dev.cairn.core.Environment;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Holds back deletes of several threads so that all together are no faster than they may be. */
final class Pace {
  private final Environment environment;
  private final long perSecond;
  private final long longest;
  private long free = Long.MIN_VALUE;

  /**
   * @param perSecond how many rows may be deleted in a second; any number if it is not positive
   * @param most how many rows are deleted between two calls of {@link #pause} at most, by all
   *     threads
   */
  Pace(Environment environment, long perSecond, long most) {
    this.environment = environment;
    this.perSecond = perSecond;
    this.longest = perSecond <= 0 ? 0 : micros(most);
  }

  private long micros(long deleted) {
    return deleted * 1_000_000L / perSecond;
  }

  /**
   * How long to wait now.
   *
   * @param deleted how many rows were deleted
   * @param began when that work began
   */
  synchronized Duration pause(long deleted, long began) {
    if (perSecond <= 0 || deleted == 0) {
      return Duration.ZERO;
    }
    long now = environment.nowMicros();
    // A clock that jumps must not make this wait for ever.
    free = Math.min(Math.max(free, began) + micros(deleted), now + longest);
    return Duration.of(Math.max(0, free - now), ChronoUnit.MICROS);
  }
}
