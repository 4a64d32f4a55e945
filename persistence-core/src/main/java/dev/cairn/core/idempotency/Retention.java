package dev.cairn.core.idempotency;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;

/** How long to keep keys, how many there will be, and how likely two of them are the same. */
public final class Retention {
  private static final double MILLIS = 1_000;

  private Retention() {}

  /**
   * The shortest lifetime under which no late repetition passes for a new request: the caller's
   * deadline, the time over which it repeats, how late the network delivers, and how far clocks and
   * cleaning up are off.
   */
  public static Duration shortestLifetime(
      Duration callerDeadline, Duration retries, Duration network, Duration clocks) {
    return callerDeadline.plus(retries).plus(network).plus(clocks);
  }

  /**
   * How many records there are at once.
   *
   * @param perSecond how many requests with keys are accepted in a second
   * @param kept how long each is kept: lifetime and grace
   * @param margin what to add for bursts, 0.2 for a fifth
   */
  public static long capacity(double perSecond, Duration kept, double margin) {
    if (!(perSecond >= 0) || !(margin >= 0) || kept.isNegative()) {
      throw new IllegalArgumentException(
          "rate, time and margin are zero or more: %s per second for %s, margin %s"
              .formatted(perSecond, kept, margin));
    }
    // Decimal, so that 1.2 times 80 times 135 is 12,960 and not one more.
    return BigDecimal.valueOf(perSecond)
        .multiply(BigDecimal.valueOf(kept.toMillis() / MILLIS))
        .multiply(BigDecimal.ONE.add(BigDecimal.valueOf(margin)))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  /**
   * About how likely two of {@code keys} random keys are the same: n(n-1) / 2^(b+1).
   *
   * @param randomBits how many random bits a key has: 122 for a UUID of version 4, 74 for one of
   *     version 7 within one millisecond
   */
  public static double collisionProbability(long keys, int randomBits) {
    BigInteger n = BigInteger.valueOf(keys);
    double pairs = n.multiply(n.subtract(BigInteger.ONE)).doubleValue() / 2;
    return Math.min(1, pairs * Math.pow(2, -randomBits));
  }
}
