package dev.cairn.snowflake;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The waiting of one call: its remaining time, and the exception when that is over.
 *
 * <p>Time is counted by what was requested of the waiter, because the clock itself may stand still.
 * An interrupted waiter returns at once; the call then polls for the rest of a millisecond, and
 * gives up on anything longer.
 */
final class Waits {
  /** The polling interval for events of unknown time. */
  private static final long LOOK_AGAIN = 10_000_000;

  /** The approximate duration of a clock reading, counted when the waiter does not wait. */
  private static final long ONE_LOOK = 50;

  private final IdRuntime runtime;
  private final IdSettings settings;
  private long clockWaited;
  private long leaseWaited;
  private long stuckAt = -1;

  Waits(IdRuntime runtime, IdSettings settings) {
    this.runtime = runtime;
    this.settings = settings;
  }

  /** Waits until the clock may be past the used-up {@code timestamp}. */
  void forClockAfter(long timestamp) {
    // Other threads may be faster repeatedly; only a clock that stands still counts.
    if (timestamp != stuckAt) {
      stuckAt = timestamp;
      clockWaited = 0;
    }
    Instant now = runtime.clock().instant();
    long millis = timestamp - SnowflakeId.toTimestamp(now);
    if (millis < 0) {
      return;
    }
    if (clockWaited >= settings.maxClockWait().toNanos() || (millis > 0 && interrupted())) {
      runtime.metrics().clockDidNotCatchUp();
      throw new ClockBehindException(
          "the clock shows %s and is not past %s, the last millisecond used, after waiting %s%s;"
                  .formatted(
                      now,
                      SnowflakeId.toInstant(timestamp),
                      Duration.ofNanos(clockWaited),
                      interrupted() ? " and being interrupted" : "")
              + " check that the machine's clock is right and runs; a restarted process takes"
              + " another node and begins anew");
    }
    if (millis == 0) {
      runtime.metrics().waitedForMillisecond();
    } else {
      runtime.metrics().waitedForClock(millis);
    }
    long left = Duration.between(now, SnowflakeId.toInstant(timestamp + 1)).toNanos();
    clockWaited += pause(Math.min(left, LOOK_AGAIN));
  }

  /** Waits briefly for a node or a renewal. */
  void forLease(Supplier<String> problem, @Nullable RuntimeException cause) {
    if (leaseWaited >= settings.maxLeaseWait().toNanos() || interrupted()) {
      throw new LeaseLostException(
          "%s, and no node was leased within %s%s"
              .formatted(
                  problem.get(),
                  Duration.ofNanos(leaseWaited),
                  interrupted() ? ", when the thread was interrupted" : ""),
          cause);
    }
    leaseWaited += pause(LOOK_AGAIN);
  }

  private long pause(long nanos) {
    if (interrupted()) {
      Thread.onSpinWait();
      return ONE_LOOK;
    }
    runtime.waiter().accept(Duration.ofNanos(nanos));
    return nanos;
  }

  private static boolean interrupted() {
    return Thread.currentThread().isInterrupted();
  }
}
