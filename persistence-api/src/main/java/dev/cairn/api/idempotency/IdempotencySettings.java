package dev.cairn.api.idempotency;

import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings for idempotent requests, see {@code cairn.idempotency.*}.
 *
 * @param enabled whether keys are honored; if not, requests run as if they had none
 * @param keyRule the rule for valid keys
 * @param lifetime how long a key is remembered after its first acceptance
 * @param grace additional time for repetitions in transit
 * @param lease how long an owner keeps a request without a heartbeat
 * @param patience how long a repetition waits for the outcome of an attempt in progress
 * @param whenUnreachable what to do if records cannot be read or written
 * @param maxOutcomeBytes the maximum size of a stored outcome; larger ones are only recorded as
 *     final
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
    /** Refuse it. */
    FAIL,
    /** Execute it without protection, possibly twice. */
    RUN
  }

  /** The defaults. */
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

  /**
   * The properties for Iceberg's {@code GET /v1/config} that announce keys to clients: their
   * lifetime, whose presence means that they are honored. Empty if they are not.
   */
  public SortedMap<String, String> discovery() {
    return enabled
        ? new TreeMap<>(Map.of("idempotency-key-lifetime", lifetime.toString()))
        : new TreeMap<>();
  }

  /**
   * The properties of {@link #discovery} and whether keys are honored, for clients that read both.
   */
  public SortedMap<String, String> discoveryPair() {
    SortedMap<String, String> properties = discovery();
    properties.put("idempotency-key-supported", Boolean.toString(enabled));
    return properties;
  }
}
