package dev.cairn.core.internal.idempotency;

import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.core.internal.lease.LeaseField;
import dev.cairn.core.internal.lease.LeaseState;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.Micros;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * Meaning of a record at a given time. Skew is added wherever a time of one process is compared
 * with the clock of another.
 */
final class RecordTimes {
  private static final Duration LEAST_RETRY = Duration.ofSeconds(1);
  private static final Duration MOST_RETRY = Duration.ofSeconds(5);

  private final Environment environment;
  private final IdempotencySettings settings;
  private final Duration skew;
  private final Duration commitTimeLimit;

  RecordTimes(
      Environment environment,
      IdempotencySettings settings,
      Duration skew,
      Duration commitTimeLimit) {
    this.environment = environment;
    this.settings = settings;
    this.skew = skew;
    this.commitTimeLimit = commitTimeLimit;
  }

  /** State of a record, for a request. */
  enum Found {
    /** Expired: as if it did not exist. */
    VACANT,
    /** Has another payload. */
    OTHER,
    FINISHED,
    /** In progress, by an owner whose lease is alive. */
    LIVE,
    /** In progress, by an owner whose lease has lapsed. */
    LAPSED
  }

  /** Judges a record by the table in {@code docs/idempotency.md}. */
  Found judge(IdempotencyRecord found, Fingerprint fingerprint) {
    Instant now = environment.clock().instant();
    boolean isFree = isFree(found.lease(), now);
    if (isFree && isPast(found.expires(), now)) {
      return Found.VACANT;
    }
    if (!found.fingerprintOrNone().matches(fingerprint)) {
      return Found.OTHER;
    }
    if (found.finished()) {
      return Found.FINISHED;
    }
    return isFree ? Found.LAPSED : Found.LIVE;
  }

  /** Whether a record has expired and can be deleted. */
  boolean isOver(IdempotencyRecord found) {
    Instant now = environment.clock().instant();
    return isFree(found.lease(), now) && isPast(found.expires(), now);
  }

  /** Whether a part has expired; it may be needed until its record has. */
  boolean isOver(RecordPart part) {
    return isPast(part.expires(), environment.clock().instant().minus(skew));
  }

  private boolean isFree(LeaseState lease, Instant now) {
    return lease.isFree(SnowflakeId.toTimestamp(now), skew.toMillis());
  }

  private boolean isPast(long expires, Instant now) {
    return Micros.of(now) > expires + micros(settings.grace()) + micros(skew);
  }

  /** How long a client should wait before it repeats a request that {@code lease} holds. */
  Duration retryAfter(LeaseState lease) {
    Duration left =
        Duration.between(environment.clock().instant(), SnowflakeId.toInstant(lease.until()));
    if (left.compareTo(LEAST_RETRY) < 0) {
      return LEAST_RETRY;
    }
    return left.compareTo(MOST_RETRY) > 0 ? MOST_RETRY : left;
  }

  long nowMicros() {
    return environment.nowMicros();
  }

  long lifetimeMicros() {
    return micros(settings.lifetime());
  }

  /**
   * How long heads keep keys: as long as a record may be found, plus the time of a commit that
   * began at the last moment.
   */
  long windowMicros() {
    return micros(settings.lifetime().plus(settings.grace()).plus(skew).plus(commitTimeLimit));
  }

  Duration lease() {
    return settings.lease();
  }

  /** When the database may remove the row of a part. */
  OptionalLong expiresAtMicros(RecordPart part) {
    return OptionalLong.of(part.expires() + micros(settings.grace()) + 2 * micros(skew));
  }

  /** Access to the lease of a record. The database must not expire a row whose lease is alive. */
  LeaseField<IdempotencyRecord> field() {
    return new LeaseField<>() {
      @Override
      public LeaseState lease(IdempotencyRecord value) {
        return value.lease();
      }

      @Override
      public IdempotencyRecord withLease(IdempotencyRecord value, LeaseState lease) {
        return value.withLease(lease);
      }

      @Override
      public OptionalLong expiresAtMicros(IdempotencyRecord value) {
        long until = Micros.of(SnowflakeId.toInstant(value.lease().until()));
        return OptionalLong.of(
            Math.max(value.expires() + micros(settings.grace()), until) + micros(skew));
      }
    };
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1_000;
  }
}
