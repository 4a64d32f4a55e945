package dev.cairn.api.spi;

/**
 * Receives the rows of a scan.
 *
 * @param <R> the kind of row
 */
@FunctionalInterface
public interface RowVisitor<R> {
  /**
   * Visits {@code row}; returns whether to continue. May call the backend, and may take its time:
   * other threads' calls do not wait for it. An exception ends the scan and reaches its caller.
   */
  boolean visit(R row);
}
