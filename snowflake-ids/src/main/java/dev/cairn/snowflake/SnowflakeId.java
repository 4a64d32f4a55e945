package dev.cairn.snowflake;

import java.time.Instant;
import java.util.HexFormat;

/**
 * The layout of IDs, and access to their parts.
 *
 * <pre>
 *   1 bit      41 bits                              10 bits   12 bits
 *   reserved   milliseconds since 2025-01-01T00:00Z node      sequence number
 * </pre>
 *
 * <p>An ID is a non-negative {@code long}; IDs compare as numbers, by time first. A
 * <em>timestamp</em> in this package is always the 41-bit kind. The first {@value
 * #RESERVED_TIMESTAMPS} timestamps are never issued; they identify rows of Cairn itself.
 */
public final class SnowflakeId {
  /** Timestamp 0 in milliseconds since 1970: 2025-01-01T00:00:00Z. */
  public static final long EPOCH_MILLIS = 1_735_689_600_000L;

  /** The number of nodes: 0 to 1,023. */
  public static final int NODES = 1 << 10;

  /** The number of IDs per node and millisecond. */
  public static final int SEQUENCES = 1 << 12;

  /** The first timestamp that is not reserved. */
  public static final int RESERVED_TIMESTAMPS = 1_000;

  /** The last timestamp: in September 2094. */
  public static final long MAX_TIMESTAMP = (1L << 41) - 1;

  static final int SEQUENCE_BITS = 12;
  private static final int TIMESTAMP_SHIFT = 22;
  private static final int TEXT_LENGTH = 16;

  private SnowflakeId() {}

  /** The ID with these parts. */
  public static long of(long timestamp, int node, int sequence) {
    check("timestamp", timestamp, MAX_TIMESTAMP);
    check("node", node, NODES - 1);
    check("sequence", sequence, SEQUENCES - 1);
    return compose(timestamp, node, sequence);
  }

  /** The ID with these parts, which must be in range. */
  static long compose(long timestamp, int node, long sequence) {
    return timestamp << TIMESTAMP_SHIFT | (long) node << SEQUENCE_BITS | sequence;
  }

  private static void check(String part, long value, long max) {
    if (value < 0 || value > max) {
      throw new IllegalArgumentException(
          "the %s of an ID is 0 to %d, not %d".formatted(part, max, value));
    }
  }

  /** The ID of the row that holds the lease of {@code node}: timestamp 0, sequence number 0. */
  public static long ofNodeLease(int node) {
    return of(0, node, 0);
  }

  /** The timestamp of {@code id}, in milliseconds since {@link #EPOCH_MILLIS}. */
  public static long timestamp(long id) {
    return checked(id) >>> TIMESTAMP_SHIFT;
  }

  /** The node of {@code id}. */
  public static int node(long id) {
    return (int) (checked(id) >>> SEQUENCE_BITS) & (NODES - 1);
  }

  /** The sequence number of {@code id} within its node and millisecond, from 0. */
  public static int sequence(long id) {
    return (int) checked(id) & (SEQUENCES - 1);
  }

  /** The time of {@code id}. */
  public static Instant instant(long id) {
    return toInstant(timestamp(id));
  }

  /** Whether {@code id} has a reserved timestamp. */
  public static boolean isReserved(long id) {
    return timestamp(id) < RESERVED_TIMESTAMPS;
  }

  /** The time at which the millisecond {@code timestamp} starts. */
  public static Instant toInstant(long timestamp) {
    return Instant.ofEpochMilli(EPOCH_MILLIS + timestamp);
  }

  /** The timestamp of {@code instant}; negative before {@link #EPOCH_MILLIS}. */
  public static long toTimestamp(Instant instant) {
    return instant.toEpochMilli() - EPOCH_MILLIS;
  }

  /** 16 lowercase hexadecimal digits, which sort as the numbers do. */
  public static String format(long id) {
    return HexFormat.of().toHexDigits(checked(id));
  }

  /** Parses the result of {@link #format}; accepts uppercase digits. */
  public static long parse(String text) {
    if (text.length() != TEXT_LENGTH) {
      throw new IllegalArgumentException(
          "an ID is written with 16 hexadecimal digits, not %d: '%s'"
              .formatted(text.length(), text));
    }
    try {
      return checked(HexFormat.fromHexDigitsToLong(text));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "an ID is written with 16 hexadecimal digits: '" + text + "'", e);
    }
  }

  /** A readable form of {@code id}, such as {@code 2026-03-01T10:15:30.123Z node 17 #4}. */
  public static String describe(long id) {
    return "%s node %s #%s".formatted(instant(id), node(id), sequence(id));
  }

  private static long checked(long id) {
    if (id < 0) {
      throw new IllegalArgumentException(
          "ID " + Long.toHexString(id) + " uses the reserved top bit");
    }
    return id;
  }
}
