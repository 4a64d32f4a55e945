package dev.cairn.core.internal.store;

import dev.cairn.core.internal.index.IndexLimits;
import java.time.Duration;

/**
 * Limits of commits and groups.
 *
 * @param timeLimit how long a commit is tried
 * @param maxAttempts how many attempts a commit has
 * @param groupSize the most commits that share a head
 * @param groupBytes the most bytes that a group writes, unless a single commit writes more
 * @param groupTime how long the changes of a group run in all, unless a single one takes longer
 * @param maxQueued how many commits may wait for one reference
 * @param young how young an object must be for a commit to refer to it without having reached it:
 *     less than half the grace of garbage collection, and less than that by the clocks' skew
 * @param restorable how long after it was superseded a head can be restored
 * @param skew how far the clocks of two processes may be apart
 * @param index the sizes of the parts of indexes that commits write
 */
public record CommitLimits(
    Duration timeLimit,
    int maxAttempts,
    int groupSize,
    long groupBytes,
    Duration groupTime,
    int maxQueued,
    Duration young,
    Duration restorable,
    Duration skew,
    IndexLimits index) {
  /** Limits with the usual sizes of indexes. */
  public CommitLimits(
      Duration timeLimit,
      int maxAttempts,
      int groupSize,
      long groupBytes,
      Duration groupTime,
      int maxQueued,
      Duration young,
      Duration restorable,
      Duration skew) {
    this(
        timeLimit,
        maxAttempts,
        groupSize,
        groupBytes,
        groupTime,
        maxQueued,
        young,
        restorable,
        skew,
        IndexLimits.DEFAULT);
  }

  /** Limits where all processes have the same clock. */
  public CommitLimits(
      Duration timeLimit,
      int maxAttempts,
      int groupSize,
      long groupBytes,
      Duration groupTime,
      int maxQueued,
      Duration young,
      Duration restorable) {
    this(
        timeLimit,
        maxAttempts,
        groupSize,
        groupBytes,
        groupTime,
        maxQueued,
        young,
        restorable,
        Duration.ZERO);
  }

  /** The same limits with other sizes of indexes. */
  public CommitLimits with(IndexLimits others) {
    return new CommitLimits(
        timeLimit,
        maxAttempts,
        groupSize,
        groupBytes,
        groupTime,
        maxQueued,
        young,
        restorable,
        skew,
        others);
  }

  /** How many edited keys the log names for a commit; beyond that, a diff derives them. */
  static final int LOGGED_KEYS = 32;

  /** How many bytes these keys may have together. */
  static final int LOGGED_KEY_BYTES = 4096;
}
