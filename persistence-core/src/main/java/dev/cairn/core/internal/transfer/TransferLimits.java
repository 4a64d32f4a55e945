package dev.cairn.core.internal.transfer;

import java.time.Duration;

/**
 * Limits of imports.
 *
 * @param young how long garbage collection certainly spares rows that nothing refers to: half of
 *     its grace, less the skew
 * @param skew how far the clocks of two processes may be apart
 */
public record TransferLimits(Duration young, Duration skew) {
  /**
   * How far behind its clock a process may still draw IDs: 64 ms, and a commit draws some a little
   * before it draws that of its head.
   */
  public static final Duration MARGIN = Duration.ofSeconds(1);

  /**
   * The longest wait for the time of an export whose clock was ahead; beyond it, the import is
   * refused.
   */
  static final Duration MOST_AHEAD = Duration.ofMinutes(5);
}
