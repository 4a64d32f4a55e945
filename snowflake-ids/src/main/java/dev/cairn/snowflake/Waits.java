package dev.cairn.snowflake;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The waiting of one call: how long it may still take, and what is said when that is over.
 *
 * <p>Time is counted by what was asked of the waiter, because the clock may be the very thing that
 * does not move. An interrupted waiter returns at once; then a call goes on looking for the rest of
 * a millisecond, and gives up on anything longer.
 */
final class Waits {
  /** How often to look again for something whose time of arrival is not known. */
  private static final long LOOK_AGAIN = 10_000_000;

  /** About what one look at the clock takes, counted when the waiter does not wait. */
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

  /** Waits until the clock may be past {@code timestamp}, which is used up. */
  void forClockAfter(long timestamp) {
    // Others may be faster again and again; only a clock that does not move counts against us.
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

  /** Waits a little for a node to be leased or a lease to be renewed. */
  void forLease(Supplier<String> problem, @Nullable RuntimeException cause) {
    if (leaseWaited >= settings.maxLeaseWait().toNanos() || interrupted()) {
      throw new LeaseLostException(
          "%s, and that did not change within %s%s"
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
