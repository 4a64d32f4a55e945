package dev.cairn.core;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.core.internal.index.IndexLimits;
import dev.cairn.core.internal.maintenance.CollectionSettings;
import dev.cairn.core.internal.runtime.ClockGuard;
import dev.cairn.core.internal.store.CommitLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The settings of the engine. */
public final class CairnSettings {
  /** The size of the cache, in bytes. */
  public static final Setting<Long> CACHE_SIZE =
      Setting.size("cairn.cache.size", "How much a process remembers of a database, in bytes")
          .withDefault("256m");

  /** The maximum age of a cached reference. */
  public static final Setting<Duration> REFERENCE_AGE =
      Setting.duration(
              "cairn.cache.reference-age",
              "How old a remembered reference may be for reads that allow it")
          .withDefault("PT1S");

  /** The time limit of a commit. */
  public static final Setting<Duration> COMMIT_TIME_LIMIT =
      Setting.duration("cairn.commit.time-limit", "How long a commit is tried")
          .withDefault("PT30S");

  /** The maximum number of attempts of a commit. */
  public static final Setting<Integer> COMMIT_ATTEMPTS =
      Setting.number("cairn.commit.max-attempts", 1, 1_000_000, "How often a commit is tried")
          .withDefault("1000");

  /** The maximum number of commits that share a head. */
  public static final Setting<Integer> GROUP_SIZE =
      Setting.number(
              "cairn.commit.group-size", 1, 10_000, "How many commits share one swap at most")
          .withDefault("128");

  /** The maximum number of bytes that a group writes. */
  public static final Setting<Long> GROUP_BYTES =
      Setting.size(
              "cairn.commit.group-bytes",
              "How many bytes commits that share a swap write together, unless one alone writes more")
          .withDefault("1m");

  /** The maximum running time of a group's changes. */
  public static final Setting<Duration> GROUP_TIME =
      Setting.duration(
              "cairn.commit.group-time",
              "How long the changes that share a swap may run together, unless one alone takes longer")
          .withDefault("PT0.1S");

  /** The maximum number of commits that wait for one reference. */
  public static final Setting<Integer> MAX_QUEUED =
      Setting.number(
              "cairn.commit.max-queued",
              1,
              1_000_000,
              "How many commits may wait for one reference before further ones are refused")
          .withDefault("4096");

  /** The size of what heads embed of all their indexes. */
  public static final Setting<Long> INDEX_EMBEDDED_SIZE =
      Setting.size(
              "cairn.index.embedded-size",
              "2k",
              "16k",
              "How many bytes of recent changes a head embeds, of all its indexes together; every commit writes them")
          .withDefault("4k");

  /** The size of leaves. */
  public static final Setting<Long> INDEX_LEAF_SIZE =
      Setting.size(
              "cairn.index.leaf-size",
              "24k",
              "64k",
              "How large a leaf of an index becomes before it is split")
          .withDefault("40k");

  /** The size of the buffers of inner pages. */
  public static final Setting<Long> INDEX_BUFFER_SIZE =
      Setting.size(
              "cairn.index.buffer-size",
              "1k",
              "1536",
              "How many bytes of changes an inner page of an index buffers for each page below it, on average")
          .withDefault("1k");

  /** The number of children of inner pages. */
  public static final Setting<Integer> INDEX_FANOUT =
      Setting.number(
              "cairn.index.fanout",
              16,
              32,
              "How many pages an inner page of an index has below it at most")
          .withDefault("32");

  /** The age below which garbage collection keeps unreferenced objects. */
  public static final Setting<Duration> GRACE =
      Setting.duration(
              "cairn.gc.grace",
              "How old an object that nothing refers to is before it is collected")
          .withDefault("PT24H");

  /** How long a superseded state is kept. */
  public static final Setting<Duration> RETENTION =
      Setting.duration(
              "cairn.gc.retention", "How long a state is kept after another one superseded it")
          .withDefault("P7D");

  /** Whether garbage is collected periodically. */
  public static final Setting<Boolean> COLLECT =
      Setting.flag("cairn.gc.enabled", "Whether garbage is collected from time to time by itself")
          .withDefault("true");

  /** The time between collections. */
  public static final Setting<Duration> COLLECT_PERIOD =
      Setting.duration("cairn.gc.period", "How long after a collection the next one begins")
          .withDefault("P3D");

  /** Whether to delete unreachable rows of unknown types. */
  public static final Setting<Boolean> COLLECT_UNKNOWN_TYPES =
      Setting.flag(
              "cairn.gc.unknown-types",
              "Whether unreachable objects go whose type the collecting process does not know")
          .withDefault("false");

  /** The maximum rate of deletions. */
  public static final Setting<Integer> DELETES_PER_SECOND =
      Setting.number(
              "cairn.gc.deletes-per-second",
              1,
              1_000_000_000,
              "How many rows a collection deletes in a second at most")
          .withDefault("10000");

  /** The maximum memory of a collection. */
  public static final Setting<Long> COLLECT_MEMORY =
      Setting.size(
              "cairn.gc.max-memory",
              "How much memory a collection takes to remember what is reachable, at most; 2 bytes for each object are enough")
          .withDefault("256m");

  /** The maximum number of sweeping threads. */
  public static final Setting<Integer> COLLECT_THREADS =
      Setting.number(
              "cairn.gc.threads",
              1,
              64,
              "How many threads a collection scans and deletes with at most, where the database's scans can be cut into parts")
          .withDefault("4");

  /** The maximum difference between the clocks of two processes. */
  public static final Setting<Duration> MAX_CLOCK_SKEW =
      Setting.duration(
              ClockGuard.SKEW_SETTING, "How far the clocks of two processes may be apart at most")
          .withDefault("PT5S");

  private static final Duration LEAST_TIME_LIMIT = Duration.ofMillis(1);

  /** All of them. */
  public static final List<Setting<?>> ALL = all();

  private static List<Setting<?>> all() {
    List<Setting<?>> all = new ArrayList<>();
    all.addAll(
        List.of(
            CACHE_SIZE,
            REFERENCE_AGE,
            COMMIT_TIME_LIMIT,
            COMMIT_ATTEMPTS,
            GROUP_SIZE,
            GROUP_BYTES,
            GROUP_TIME,
            MAX_QUEUED,
            INDEX_EMBEDDED_SIZE,
            INDEX_LEAF_SIZE,
            INDEX_BUFFER_SIZE,
            INDEX_FANOUT,
            GRACE,
            RETENTION,
            COLLECT,
            COLLECT_PERIOD,
            COLLECT_UNKNOWN_TYPES,
            DELETES_PER_SECOND,
            COLLECT_MEMORY,
            COLLECT_THREADS,
            MAX_CLOCK_SKEW));
    all.addAll(IdempotencyConfiguration.ALL);
    return List.copyOf(all);
  }

  private CairnSettings() {}

  /**
   * How garbage is collected.
   *
   * @throws ConfigurationException if it would be collected without a pause
   */
  static CollectionSettings collection(Configuration configuration) {
    if (configuration.get(COLLECT_PERIOD).isZero()) {
      throw new ConfigurationException(
          "%s is zero; to collect nothing, set %s to false"
              .formatted(COLLECT_PERIOD.key(), COLLECT.key()));
    }
    return new CollectionSettings(
        configuration.get(GRACE),
        configuration.get(RETENTION),
        configuration.get(COLLECT_UNKNOWN_TYPES),
        configuration.get(DELETES_PER_SECOND),
        configuration.get(COLLECT_MEMORY),
        configuration.get(COLLECT_THREADS));
  }

  /**
   * The limits of commits.
   *
   * @throws ConfigurationException if no commit could begin, or one could outlive what garbage
   *     collection spares for it
   */
  static CommitLimits commitLimits(Configuration configuration) {
    Duration timeLimit = configuration.get(COMMIT_TIME_LIMIT);
    Duration skew = configuration.get(MAX_CLOCK_SKEW);
    Duration grace = configuration.get(GRACE);
    Duration retention = configuration.get(RETENTION);
    if (timeLimit.compareTo(LEAST_TIME_LIMIT) < 0) {
      throw new ConfigurationException(
          "%s is %s; it has to be at least %s, or no commit could ever begin"
              .formatted(COMMIT_TIME_LIMIT.key(), timeLimit, LEAST_TIME_LIMIT));
    }
    Duration least = timeLimit.multipliedBy(2).plus(skew);
    if (grace.compareTo(least) < 0) {
      throw new ConfigurationException(
          "%s is %s; it has to be at least %s, twice %s plus %s, or what a slow commit wrote could be collected before it is done"
              .formatted(GRACE.key(), grace, least, COMMIT_TIME_LIMIT.key(), MAX_CLOCK_SKEW.key()));
    }
    Duration restorable = retention.minus(grace).minus(skew);
    if (restorable.isNegative()) {
      throw new ConfigurationException(
          "%s is %s, less than %s and %s together; no earlier state could ever be brought back"
              .formatted(RETENTION.key(), retention, GRACE.key(), MAX_CLOCK_SKEW.key()));
    }
    // With hardly any grace nothing is young enough.
    Duration young = grace.dividedBy(2).minus(skew);
    return new CommitLimits(
        timeLimit,
        configuration.get(COMMIT_ATTEMPTS),
        configuration.get(GROUP_SIZE),
        configuration.get(GROUP_BYTES),
        configuration.get(GROUP_TIME),
        configuration.get(MAX_QUEUED),
        young.isNegative() ? Duration.ZERO : young,
        restorable,
        skew,
        indexLimits(configuration));
  }

  /** The sizes of the parts of indexes. Their bounds are what was measured. */
  private static IndexLimits indexLimits(Configuration configuration) {
    return new IndexLimits(
        Math.toIntExact(configuration.get(INDEX_EMBEDDED_SIZE)),
        Math.toIntExact(configuration.get(INDEX_LEAF_SIZE)),
        Math.toIntExact(configuration.get(INDEX_BUFFER_SIZE)),
        configuration.get(INDEX_FANOUT));
  }
}
