package dev.cairn.api.transfer;

import java.time.Duration;

/**
 * The progress of a transfer.
 *
 * @param phase the current phase
 * @param rows the number of rows read in this phase
 * @param bytes the size of their values, or of the part of the file read
 * @param elapsed the time since the phase started
 */
public record TransferProgress(Phase phase, long rows, long bytes, Duration elapsed) {
  /** The phases of a transfer. */
  public enum Phase {
    /** Reads the file to verify that it is complete. */
    INSPECTING,
    /** Copies rows. */
    MOVING,
    /** Verifies the imported data. */
    CHECKING,
    /** Makes references visible. */
    PUBLISHING
  }

  /** Megabytes (10^6 bytes) per second. */
  public double megabytesPerSecond() {
    double seconds = elapsed.toNanos() / 1e9;
    return seconds == 0 ? 0 : bytes / seconds / 1e6;
  }
}
