package dev.cairn.api.maintenance;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far something that takes long has come.
 *
 * @param phase what it does: {@code fence}, {@code mark} or {@code sweep}
 * @param done how many rows this phase has looked at
 * @param expected about how many there are, if anybody knows
 * @param elapsed since the phase began
 */
public record Progress(String phase, long done, OptionalLong expected, Duration elapsed) {
  /** Rows a second so far. */
  public double rate() {
    double seconds = elapsed.toNanos() / 1e9;
    return seconds > 0 ? done / seconds : 0;
  }

  /** How long the rest of the phase takes at this rate, if that can be told. */
  public Optional<Duration> remaining() {
    if (expected.isEmpty() || done == 0 || elapsed.isZero()) {
      return Optional.empty();
    }
    double left = Math.max(0, expected.getAsLong() - done) / rate();
    return Optional.of(Duration.ofMillis((long) (left * 1_000)));
  }
}
