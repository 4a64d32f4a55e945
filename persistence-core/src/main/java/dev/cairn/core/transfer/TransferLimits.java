package dev.cairn.core.transfer;

import java.time.Duration;

/**
 * What bounds imports.
 *
 * @param young for how long rows that nothing refers to are certainly spared by garbage collection:
 *     half of its grace, less the skew
 * @param skew how far the clocks of two processes may be apart
 */
public record TransferLimits(Duration young, Duration skew) {
  /**
   * How far behind its clock a process may still draw IDs: 64 ms, and a commit draws some a little
   * before it draws that of its head.
   */
  public static final Duration MARGIN = Duration.ofSeconds(1);

  /** A file from a clock that is further ahead than this is not waited for. */
  static final Duration MOST_AHEAD = Duration.ofMinutes(5);
}
