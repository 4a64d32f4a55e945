package dev.cairn.api.spi;

/**
 * Receives the rows of a scan, one at a time.
 *
 * @param <R> the kind of row
 */
@FunctionalInterface
public interface RowVisitor<R> {
  /**
   * Takes {@code row}; answers whether to go on. May itself call the backend. What it throws ends
   * the scan and reaches its caller.
   */
  boolean visit(R row);
}
