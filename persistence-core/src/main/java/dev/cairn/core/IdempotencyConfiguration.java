package dev.cairn.core;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotencySettings.WhenUnreachable;
import dev.cairn.api.idempotency.KeyRule;
import java.time.Duration;
import java.util.List;

/** What can be configured of requests with idempotency keys. */
public final class IdempotencyConfiguration {
  /** Whether keys are looked at. */
  public static final Setting<Boolean> ENABLED =
      Setting.flag(
              "cairn.idempotency.enabled",
              "Whether idempotency keys are honored; if not, requests run as if they had none")
          .withDefault("true");

  /** Which keys are legal. */
  public static final Setting<KeyRule> KEY_RULE =
      Setting.choice(
              "cairn.idempotency.key-rule",
              KeyRule.class,
              "Which keys are legal: 1 to 255 plain characters, or a UUID")
          .withDefault("pattern");

  /** How long keys are remembered. */
  public static final Setting<Duration> LIFETIME =
      Setting.duration(
              "cairn.idempotency.lifetime",
              "How long a key is remembered from its first acceptance, as clients are told")
          .withDefault("PT30M");

  /** How much longer. */
  public static final Setting<Duration> GRACE =
      Setting.duration(
              "cairn.idempotency.grace",
              "How much longer, for repetitions that were sent in time and arrive late")
          .withDefault("PT5M");

  /** For how long a request is one process's. */
  public static final Setting<Duration> LEASE =
      Setting.duration(
              "cairn.idempotency.lease",
              "After how long without a sign of life another process may take a request over")
          .withDefault("PT30S");

  /** How long a repetition waits. */
  public static final Setting<Duration> WAIT =
      Setting.duration(
              "cairn.idempotency.wait",
              "How long a repetition waits for the outcome of an attempt that is under way")
          .withDefault("PT10S");

  /** What to do when records cannot be reached. */
  public static final Setting<WhenUnreachable> WHEN_UNREACHABLE =
      Setting.choice(
              "cairn.idempotency.when-unreachable",
              WhenUnreachable.class,
              "What to do with a request whose record cannot be reached: refuse it, or run it unguarded")
          .withDefault("fail");

  /** How large an outcome is kept. */
  public static final Setting<Long> MAX_OUTCOME_SIZE =
      Setting.size(
              "cairn.idempotency.max-outcome-size",
              "How large an outcome may be to be kept; larger ones cannot be replayed")
          .withDefault("4m");

  /** Whether records past their time are deleted. */
  public static final Setting<Boolean> CLEANUP =
      Setting.flag(
              "cairn.idempotency.cleanup.enabled",
              "Whether this process deletes records past their time")
          .withDefault("true");

  /** How often. */
  public static final Setting<Duration> CLEANUP_PERIOD =
      Setting.duration("cairn.idempotency.cleanup.period", "How often it does").withDefault("PT1H");

  /** All of them. */
  public static final List<Setting<?>> ALL =
      List.of(
          ENABLED,
          KEY_RULE,
          LIFETIME,
          GRACE,
          LEASE,
          WAIT,
          WHEN_UNREACHABLE,
          MAX_OUTCOME_SIZE,
          CLEANUP,
          CLEANUP_PERIOD);

  private IdempotencyConfiguration() {}

  /**
   * The settings.
   *
   * @throws ConfigurationException if a key could be given away while a commit with it is under way
   */
  static IdempotencySettings read(Configuration configuration) {
    Duration grace = configuration.get(GRACE);
    Duration timeLimit = configuration.get(CairnSettings.COMMIT_TIME_LIMIT);
    if (grace.compareTo(timeLimit) < 0) {
      throw new ConfigurationException(
          "%s is %s; it has to be at least %s, which is %s, or a key could be used anew while a commit that began at the end of its lifetime is under way"
              .formatted(GRACE.key(), grace, CairnSettings.COMMIT_TIME_LIMIT.key(), timeLimit));
    }
    if (configuration.get(CLEANUP) && configuration.get(CLEANUP_PERIOD).isZero()) {
      throw new ConfigurationException(
          "%s is zero; to clean nothing up, set %s to false"
              .formatted(CLEANUP_PERIOD.key(), CLEANUP.key()));
    }
    try {
      return new IdempotencySettings(
          configuration.get(ENABLED),
          configuration.get(KEY_RULE),
          configuration.get(LIFETIME),
          grace,
          configuration.get(LEASE),
          configuration.get(WAIT),
          configuration.get(WHEN_UNREACHABLE),
          configuration.get(MAX_OUTCOME_SIZE));
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException("cairn.idempotency makes no sense: " + e.getMessage(), e);
    }
  }
}
