package dev.cairn.core.idempotency;

import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.core.Environment;
import dev.cairn.core.lease.LeaseField;
import dev.cairn.core.lease.LeaseState;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;

/**
 * What a record means at a moment. Skew is added wherever a time of one process is judged by the
 * clock of another.
 */
final class RecordTimes {
  private static final long MICROS_PER_MILLI = 1_000;
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

  /** What is found for a request. */
  enum Found {
    /** Past its time: as if it were not there. */
    VACANT,
    /** Of another payload. */
    OTHER,
    FINISHED,
    /** In progress, by an owner whose lease is alive. */
    LIVE,
    /** In progress, by an owner whose lease has lapsed. */
    LAPSED
  }

  /** Judges as the table of the design does. */
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

  /** Whether nobody needs a record any more. */
  boolean isOver(IdempotencyRecord found) {
    Instant now = environment.clock().instant();
    return isFree(found.lease(), now) && isPast(found.expires(), now);
  }

  /** The same for a part, which may be needed until its record is past. */
  boolean isOver(RecordPart part) {
    return isPast(part.expires(), environment.clock().instant().minus(skew));
  }

  private boolean isFree(LeaseState lease, Instant now) {
    return lease.isFree(SnowflakeId.toTimestamp(now), skew.toMillis());
  }

  private boolean isPast(long expires, Instant now) {
    return micros(now) > expires + micros(settings.grace()) + micros(skew);
  }

  /** When it is worth asking again for what {@code lease} is held for. */
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
   * How long heads keep keys: as long as a record may be found, and a commit that began at the last
   * moment may take.
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

  /** Where the lease of a record is. A row whose lease is alive must not go. */
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
        long until = micros(SnowflakeId.toInstant(value.lease().until()));
        return OptionalLong.of(
            Math.max(value.expires() + micros(settings.grace()), until) + micros(skew));
      }
    };
  }

  static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000 * MICROS_PER_MILLI + instant.getNano() / 1_000;
  }

  static long micros(Duration duration) {
    return duration.toNanos() / 1_000;
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
