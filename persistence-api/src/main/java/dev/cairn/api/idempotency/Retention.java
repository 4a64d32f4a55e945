package dev.cairn.api.idempotency;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;

/** Capacity planning for keys: lifetime, number of records, probability of collisions. */
public final class Retention {
  private static final double MILLIS = 1_000;

  private Retention() {}

  /**
   * The shortest lifetime with which no late repetition counts as a new request. It is the sum of
   * the caller's deadline, its retry period, the network's maximum delay, and the error of clocks
   * and cleanup.
   */
  public static Duration shortestLifetime(
      Duration callerDeadline, Duration retries, Duration network, Duration clocks) {
    return callerDeadline.plus(retries).plus(network).plus(clocks);
  }

  /**
   * The number of records that exist at once.
   *
   * @param perSecond the number of requests with keys accepted per second
   * @param kept how long each is kept: lifetime plus grace
   * @param margin the reserve for bursts, 0.2 for 20%
   */
  public static long capacity(double perSecond, Duration kept, double margin) {
    if (!(perSecond >= 0) || !(margin >= 0) || kept.isNegative()) {
      throw new IllegalArgumentException(
          "rate, time and margin must be zero or more, not %s per second, %s and %s"
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
   * The approximate probability that two of {@code keys} random keys are equal: n(n-1) / 2^(b+1).
   *
   * @param randomBits the number of random bits per key: 122 for a UUID of version 4, 74 for
   *     version 7 within one millisecond
   */
  public static double collisionProbability(long keys, int randomBits) {
    BigInteger n = BigInteger.valueOf(keys);
    double pairs = n.multiply(n.subtract(BigInteger.ONE)).doubleValue() / 2;
    return Math.min(1, pairs * Math.pow(2, -randomBits));
  }
}
