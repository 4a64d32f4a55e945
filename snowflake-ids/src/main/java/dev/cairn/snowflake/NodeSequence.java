package dev.cairn.snowflake;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Issues the IDs of one node within the interval of one lease. Lock-free, and safe to stop at any
 * time.
 *
 * <p>A <em>position</em> is a timestamp followed by a sequence number, so positions of successive
 * IDs are successive numbers, also from one millisecond to the next. All state is one word: the
 * last position taken, and whether it was taken behind the clock. Taking IDs is one compare-and-set
 * of that word, for one ID as for a batch; closing is one set of the same word. So once {@link
 * #close} has returned, no ID can be taken that its answer does not cover.
 *
 * <p>What keeps IDs unique is that every timestamp taken lies in (previous {@code until}, own
 * {@code until}]. The test is made on the very position that the compare-and-set then publishes,
 * and {@code until} never goes down while the sequence is open. However long a thread sleeps
 * between its steps, and whichever process holds the node by then, it can only take its own IDs.
 *
 * <p>Timestamps are never ahead of the clock, unless the clock went back: then the last timestamp
 * is used up first. They are behind it by at most {@value #MAX_LAG} ms, and only while demand
 * exceeds supply: when a millisecond was used up, by this or the earlier holder, and threads woke
 * late, the milliseconds they slept through are used, not lost. Parking wakes 0.05 to several ms
 * late: beside four busy loops on two cores, one thread reached 47% of the 4,096 IDs per
 * millisecond without this and 99% with it.
 */
final class NodeSequence {
  /** No ID is left at the current time; try again when the clock has advanced. */
  static final long EXHAUSTED = -1;

  /** The clock is past the end of the lease. */
  static final long EXPIRED = -2;

  /** Closed: the lease was lost or released. */
  static final long CLOSED = -3;

  /** The maximum age, in ms, of unused milliseconds that may still be used. */
  static final int MAX_LAG = 64;

  private static final long SEQUENCE_MASK = SnowflakeId.SEQUENCES - 1;

  private final int node;
  private final long previousUntil;
  private final LongSupplier clock;
  private final IdMetrics metrics;
  private final long start;
  private final AtomicLong last;
  private volatile long until;

  /**
   * @param previousUntil the last timestamp that an earlier holder of the node may have used
   * @param processFloor the last timestamp that this process used, on any node
   * @param until the last timestamp that the lease covers
   * @param clock the current timestamp
   * @param metrics notified when the clock is behind
   */
  NodeSequence(
      int node,
      long previousUntil,
      long processFloor,
      long until,
      LongSupplier clock,
      IdMetrics metrics) {
    this.node = node;
    this.previousUntil = previousUntil;
    this.clock = clock;
    this.metrics = metrics;
    long floor =
        Math.max(Math.max(previousUntil, processFloor), SnowflakeId.RESERVED_TIMESTAMPS - 1);
    // A holder with an absurd clock may have left a timestamp beyond the range of positions.
    floor = Math.min(floor, SnowflakeId.MAX_TIMESTAMP);
    this.start = (floor << SnowflakeId.SEQUENCE_BITS | SEQUENCE_MASK) << 1;
    this.last = new AtomicLong(start);
    this.until = Math.min(until, SnowflakeId.MAX_TIMESTAMP);
  }

  int node() {
    return node;
  }

  long until() {
    return until;
  }

  /**
   * Takes {@code count} successive positions, 1 to 4,096, and returns the first; or {@link
   * #EXHAUSTED}, {@link #EXPIRED} or {@link #CLOSED}, having taken nothing.
   */
  long tryTake(int count) {
    while (true) {
      long word = last.get();
      if (word == CLOSED) {
        return CLOSED;
      }
      // The clock is read after the word: a timestamp above it then means that the clock went back,
      // not that another thread was faster.
      // Times past the last timestamp are capped: larger numbers would wrap around to positions
      // that
      // others have used.
      long now = Math.min(clock.getAsLong(), SnowflakeId.MAX_TIMESTAMP + 1);
      long first = firstAfter(word, now, count);
      long end = first + count - 1;
      long timestamp = timestampOf(end);
      if (timestamp > Math.max(now, lastTimestamp(word))) {
        return EXHAUSTED;
      }
      if (timestamp > until) {
        return EXPIRED;
      }
      if (last.compareAndSet(word, end << 1 | (timestamp < now ? 1 : 0))) {
        if (timestamp > now) {
          metrics.clockBehind(timestamp - now);
        }
        return first;
      }
      Thread.onSpinWait();
    }
  }

  private static long firstAfter(long word, long now, int count) {
    long taken = word >>> 1;
    long lag = now - timestampOf(taken);
    if (lag > 0) {
      boolean demandExceedsSupply =
          (word & 1) != 0 || (taken & SEQUENCE_MASK) + count > SEQUENCE_MASK;
      if (!demandExceedsSupply || lag > MAX_LAG) {
        return now << SnowflakeId.SEQUENCE_BITS;
      }
    }
    return taken + 1;
  }

  /** The last timestamp that was taken or must not be taken, or {@link #CLOSED}. */
  long lastTimestamp() {
    long word = last.get();
    return word == CLOSED ? CLOSED : lastTimestamp(word);
  }

  private static long lastTimestamp(long word) {
    return timestampOf(word >>> 1);
  }

  static long timestampOf(long position) {
    return position >>> SnowflakeId.SEQUENCE_BITS;
  }

  static long idAt(int node, long position) {
    return SnowflakeId.compose(timestampOf(position), node, position & SEQUENCE_MASK);
  }

  /** Extends the interval to {@code renewedUntil}. Called by one thread at a time. */
  void extend(long renewedUntil) {
    until = Math.max(until, Math.min(renewedUntil, SnowflakeId.MAX_TIMESTAMP));
  }

  /**
   * Ends this sequence and returns the last timestamp that was issued, or the previous {@code
   * until} of the node if none was. The second call and later ones return {@link #CLOSED}.
   */
  long close() {
    long word = last.getAndSet(CLOSED);
    if (word == CLOSED) {
      return CLOSED;
    }
    return word == start ? previousUntil : lastTimestamp(word);
  }
}
