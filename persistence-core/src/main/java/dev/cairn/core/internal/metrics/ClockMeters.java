package dev.cairn.core.internal.metrics;

import dev.cairn.core.internal.runtime.ClockGuard;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/**
 * Meters of the process's clock against the database's, as of the last comparison, with the tag
 * {@code backend}:
 *
 * <ul>
 *   <li>{@code cairn.clock.offset}: about how many seconds it is ahead, negative if behind
 *   <li>{@code cairn.clock.off}: 1 while the process refuses to commit and to collect because of
 *       it, 0 otherwise
 * </ul>
 */
public final class ClockMeters {
  private static final double NANOS = 1e9;

  private ClockMeters() {}

  /**
   * Registers the meters of {@code clock} for the backend called {@code backend}; none if its
   * database has no clock.
   */
  public static void register(MeterRegistry registry, String backend, ClockGuard clock) {
    if (clock.offset().isEmpty()) {
      return;
    }
    Gauge.builder("cairn.clock.offset", clock, ClockMeters::seconds)
        .tag("backend", backend)
        .baseUnit("seconds")
        .register(registry);
    Gauge.builder("cairn.clock.off", clock, guard -> guard.problem().isPresent() ? 1 : 0)
        .tag("backend", backend)
        .register(registry);
  }

  // A clock can be off by more nanoseconds than a long can hold.
  private static double seconds(ClockGuard clock) {
    return clock.offset().map(ClockMeters::toSeconds).orElse(Double.NaN);
  }

  private static double toSeconds(Duration duration) {
    return duration.getSeconds() + duration.getNano() / NANOS;
  }
}
