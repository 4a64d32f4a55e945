package dev.cairn.api.idempotency;

import java.time.Duration;

/**
 * How requests with keys are treated, see {@code cairn.idempotency.*}.
 *
 * @param enabled whether keys are looked at; if not, requests run as if they had none
 * @param keyRule which keys are legal
 * @param lifetime how long a key is remembered, from its first acceptance
 * @param grace how much longer, for repetitions under way
 * @param lease for how long an owner has a request without a sign of life
 * @param patience how long a repetition waits for the outcome of an attempt under way
 * @param whenUnreachable what to do when records cannot be read or written
 * @param maxOutcomeBytes how large an outcome is kept; of larger ones only that they are final
 */
public record IdempotencySettings(
    boolean enabled,
    KeyRule keyRule,
    Duration lifetime,
    Duration grace,
    Duration lease,
    Duration patience,
    WhenUnreachable whenUnreachable,
    long maxOutcomeBytes) {
  /** What to do with a request whose record cannot be reached. */
  public enum WhenUnreachable {
    /** Refuse it: nothing is executed twice. */
    FAIL,
    /** Execute it as if it had no key: available, and possibly twice. */
    RUN
  }

  /** What a server has if nothing is configured. */
  public static final IdempotencySettings DEFAULT =
      new IdempotencySettings(
          true,
          KeyRule.PATTERN,
          Duration.ofMinutes(30),
          Duration.ofMinutes(5),
          Duration.ofSeconds(30),
          Duration.ofSeconds(10),
          WhenUnreachable.FAIL,
          4 << 20);

  /** Checks the numbers. */
  public IdempotencySettings {
    if (lifetime.compareTo(Duration.ofSeconds(1)) < 0
        || lease.compareTo(Duration.ofMillis(10)) < 0
        || grace.isNegative()
        || patience.isNegative()
        || maxOutcomeBytes < 0) {
      throw new IllegalArgumentException(
          "a lifetime has a second or more, a lease 10 ms or more, and nothing is negative: lifetime %s, lease %s, grace %s, wait %s, outcomes of %d bytes"
              .formatted(lifetime, lease, grace, patience, maxOutcomeBytes));
    }
  }
}
