package dev.cairn.core.internal.maintenance;

import dev.cairn.core.internal.runtime.Environment;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Limits the rate of deletes of all threads together. */
final class Pace {
  private final Environment environment;
  private final long perSecond;
  private final long longest;
  private long free = Long.MIN_VALUE;

  /**
   * @param perSecond how many rows may be deleted per second; unlimited if not positive
   * @param most the most rows that all threads delete between two calls of {@link #pause}
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
    // A clock that jumps must not cause an endless wait.
    free = Math.min(Math.max(free, began) + micros(deleted), now + longest);
    return Duration.of(Math.max(0, free - now), ChronoUnit.MICROS);
  }
}
