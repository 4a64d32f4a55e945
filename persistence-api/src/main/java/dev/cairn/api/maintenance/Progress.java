package dev.cairn.api.maintenance;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The progress of a collection.
 *
 * @param phase what it does: {@code wait} (for the process that has the task), {@code fence},
 *     {@code mark} or {@code sweep}
 * @param done how many rows this phase has looked at
 * @param expected about how many there are, if known
 * @param elapsed since the phase began
 */
public record Progress(String phase, long done, OptionalLong expected, Duration elapsed) {
  /** Rows per second so far. */
  public double rate() {
    double seconds = elapsed.toNanos() / 1e9;
    return seconds > 0 ? done / seconds : 0;
  }

  /** The estimated remaining time of the phase, if it can be estimated. */
  public Optional<Duration> remaining() {
    if (expected.isEmpty() || done == 0 || elapsed.isZero()) {
      return Optional.empty();
    }
    double left = Math.max(0, expected.getAsLong() - done) / rate();
    return Optional.of(Duration.ofMillis((long) (left * 1_000)));
  }
}
