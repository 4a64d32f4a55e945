package dev.cairn.core;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotencySettings.WhenUnreachable;
import dev.cairn.api.idempotency.KeyRule;
import java.time.Duration;
import java.util.List;

/** The settings of idempotent requests. */
final class IdempotencyConfiguration {
  /** Whether keys are honored. */
  static final Setting<Boolean> ENABLED =
      Setting.flag(
              "cairn.idempotency.enabled",
              "Whether idempotency keys are honored; if not, requests run as if they had none")
          .withDefault("true");

  /** The rule for valid keys. */
  static final Setting<KeyRule> KEY_RULE =
      Setting.choice(
              "cairn.idempotency.key-rule",
              KeyRule.class,
              "Which keys are legal: 1 to 255 plain characters, or a UUID")
          .withDefault("pattern");

  /** How long keys are remembered. */
  static final Setting<Duration> LIFETIME =
      Setting.duration(
              "cairn.idempotency.lifetime",
              "How long a key is remembered from its first acceptance; the server announces it to clients")
          .withDefault("PT30M");

  /** The additional time for late repetitions. */
  static final Setting<Duration> GRACE =
      Setting.duration(
              "cairn.idempotency.grace",
              "How much longer, for repetitions that were sent in time and arrive late")
          .withDefault("PT5M");

  /** The duration of an owner's lease on a request. */
  static final Setting<Duration> LEASE =
      Setting.duration(
              "cairn.idempotency.lease",
              "After how long without a sign of life another process may take a request over")
          .withDefault("PT30S");

  /** How long a repetition waits for an attempt in progress. */
  static final Setting<Duration> WAIT =
      Setting.duration(
              "cairn.idempotency.wait",
              "How long a repetition waits for the outcome of an attempt that is in progress")
          .withDefault("PT10S");

  /** What to do if records cannot be reached. */
  static final Setting<WhenUnreachable> WHEN_UNREACHABLE =
      Setting.choice(
              "cairn.idempotency.when-unreachable",
              WhenUnreachable.class,
              "What to do with a request whose record cannot be reached: refuse it, or run it unguarded")
          .withDefault("fail");

  /** The maximum size of a stored outcome. */
  static final Setting<Long> MAX_OUTCOME_SIZE =
      Setting.size(
              "cairn.idempotency.max-outcome-size",
              "How large an outcome may be to be kept; larger ones cannot be replayed")
          .withDefault("4m");

  /** Whether this process deletes expired records. */
  static final Setting<Boolean> CLEANUP =
      Setting.flag(
              "cairn.idempotency.cleanup.enabled",
              "Whether this process takes part in deleting records past their time; never where the database does it")
          .withDefault("true");

  /** The time between cleanups. */
  static final Setting<Duration> CLEANUP_PERIOD =
      Setting.duration(
              "cairn.idempotency.cleanup.period", "How long after a cleanup the next one begins")
          .withDefault("PT1H");

  /** All settings of idempotent requests. */
  static final List<Setting<?>> ALL =
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
   * Reads and checks the settings.
   *
   * @throws ConfigurationException if a key could be reused while a commit with it is in progress,
   *     or if collections could delete the proof that a key was applied
   */
  static IdempotencySettings read(Configuration configuration) {
    Duration grace = configuration.get(GRACE);
    Duration timeLimit = configuration.get(CairnSettings.COMMIT_TIME_LIMIT);
    if (grace.compareTo(timeLimit) < 0) {
      throw new ConfigurationException(
          "%s is %s; it has to be at least %s, which is %s, or a key could be used anew while a commit that began at the end of its lifetime is in progress"
              .formatted(GRACE.key(), grace, CairnSettings.COMMIT_TIME_LIMIT.key(), timeLimit));
    }
    checkCollectionSparesKeys(configuration);
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

  /**
   * Checks that collections keep the keys in heads and tombstones. Processes that do not honor keys
   * are checked as well: they may collect what another process needs.
   */
  private static void checkCollectionSparesKeys(Configuration configuration) {
    Duration kept = configuration.get(LIFETIME).plus(configuration.get(GRACE));
    Duration collectionGrace = configuration.get(CairnSettings.GRACE);
    Duration tombstones = configuration.get(CairnSettings.RETENTION).plus(collectionGrace);
    // The window in which heads keep keys, plus the skew once more: the collector's clock judges a
    // deletion by another process.
    Duration window =
        kept.plus(configuration.get(CairnSettings.COMMIT_TIME_LIMIT))
            .plus(configuration.get(CairnSettings.MAX_CLOCK_SKEW).multipliedBy(2));
    if (tombstones.compareTo(window) < 0) {
      throw new ConfigurationException(
          "%s and %s together are %s; they have to be at least %s, which is %s, %s, %s and twice %s together, or a request could be executed again after its reference was deleted and created again"
              .formatted(
                  CairnSettings.RETENTION.key(),
                  CairnSettings.GRACE.key(),
                  tombstones,
                  window,
                  LIFETIME.key(),
                  GRACE.key(),
                  CairnSettings.COMMIT_TIME_LIMIT.key(),
                  CairnSettings.MAX_CLOCK_SKEW.key()));
    }
    if (kept.compareTo(collectionGrace) >= 0) {
      throw new ConfigurationException(
          "%s and %s together are %s; they have to be less than %s, which is %s, or a collection could remove what a request in progress needs"
              .formatted(
                  LIFETIME.key(), GRACE.key(), kept, CairnSettings.GRACE.key(), collectionGrace));
    }
  }
}
