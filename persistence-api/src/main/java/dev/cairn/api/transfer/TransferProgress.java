package dev.cairn.api.transfer;

import java.time.Duration;

/**
 * How far a transfer is.
 *
 * @param phase what it is doing
 * @param rows how many rows it has read in this phase
 * @param bytes how many bytes these have as values, or in the file
 * @param elapsed since the phase began
 */
public record TransferProgress(Phase phase, long rows, long bytes, Duration elapsed) {
  /** The parts of a transfer. */
  public enum Phase {
    /** Reads a file to see that it is whole. */
    INSPECTING,
    /** Moves rows. */
    MOVING,
    /** Reads what has arrived. */
    CHECKING,
    /** Makes references visible. */
    PUBLISHING
  }

  /** Megabytes (of 10^6 bytes) in a second. */
  public double megabytesPerSecond() {
    double seconds = elapsed.toNanos() / 1e9;
    return seconds == 0 ? 0 : bytes / seconds / 1e6;
  }
}
