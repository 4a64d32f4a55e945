package dev.cairn.core.internal.runtime;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.snowflake.IdSettings;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Bounds of scans by time, so that no scan of the engine follows writers forever. */
public final class ScanBounds {
  private ScanBounds() {}

  /**
   * A bound that includes everything written by now: IDs are drawn by a clock that may be ahead of
   * this one, and by a generator that may be ahead of its clock.
   *
   * @param skew how far the clocks of two processes may be apart
   */
  public static ScanBound now(Environment environment, Duration skew) {
    Duration ahead = skew.plus(IdSettings.DEFAULT.maxClockWait());
    return upTo(environment.nowMicros() + ahead.toNanos() / 1_000);
  }

  /**
   * Scans rows of names, all that were there before. Their IDs do not tell when they were made, so
   * rows that others make meanwhile are recognized by their created-at and skipped. One that lies
   * even farther ahead than clocks may be apart is of none of these: a clock that was ahead made
   * it, earlier.
   *
   * @param skew how far the clocks of two processes may be apart
   */
  public static void scanNamed(
      Backend backend,
      Environment environment,
      Duration skew,
      Optional<Scope> scope,
      String type,
      RowVisitor<ObjectRow> visitor) {
    ScanBound before = now(environment, skew);
    Optional<ScanPosition> unused =
        backend.scanObjects(
            scope,
            Optional.of(type),
            new ScanBound(before.newestId(), Long.MAX_VALUE),
            Optional.empty(),
            row -> isMadeMeanwhile(row, before, now(environment, skew)) || visitor.visit(row));
  }

  private static boolean isMadeMeanwhile(ObjectRow row, ScanBound before, ScanBound now) {
    return row.createdAtMicros() > before.createdAtMicros()
        && row.createdAtMicros() <= now.createdAtMicros();
  }

  /** What was made at {@code micros} since 1970 or before. */
  public static ScanBound upTo(long micros) {
    Instant instant = Micros.toInstant(micros);
    long timestamp =
        Math.min(SnowflakeId.MAX_TIMESTAMP, Math.max(0, SnowflakeId.toTimestamp(instant)));
    long newest = SnowflakeId.of(timestamp, SnowflakeId.NODES - 1, SnowflakeId.SEQUENCES - 1);
    return new ScanBound(newest, micros);
  }
}
