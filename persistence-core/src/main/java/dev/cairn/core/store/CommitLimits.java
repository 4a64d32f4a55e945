package dev.cairn.core.store;

import java.time.Duration;

/**
 * What bounds commits.
 *
 * @param timeLimit how long a commit may be tried
 * @param maxAttempts how often
 * @param groupSize how many commits share a head at most
 * @param groupBytes how many bytes they write together, unless one alone writes more
 * @param groupTime how long the changes of a group may run together, unless one alone takes longer
 * @param maxQueued how many commits may wait for one reference
 * @param young how young an object must be for a commit to refer to it without having reached it:
 *     less than half the grace of garbage collection, and less than that by the clocks' skew
 * @param restorable how long ago a head may have been superseded to be brought back
 * @param skew how far the clocks of two processes may be apart
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
    Duration skew) {
  /** Bounds where all processes have the same clock. */
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

  /** How many edited keys the log names for a commit; past it, they are derived by a diff. */
  static final int LOGGED_KEYS = 32;

  /** How many bytes they may have together. */
  static final int LOGGED_KEY_BYTES = 4096;
}
