package dev.cairn.iceberg.catalog;

import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * What a reset of a catalog did.
 *
 * @param restored how many tables and views changed their state or name, or came back
 * @param dropped what was created since, and is dropped now; it can be undropped
 * @param leftOut what the older state has, but is no longer kept: its files were deleted, or given
 *     back to their owner
 */
public record ResetReport(
    int restored, List<TableIdentifier> dropped, List<TableIdentifier> leftOut) {
  /** Copies the lists. */
  public ResetReport {
    dropped = List.copyOf(dropped);
    leftOut = List.copyOf(leftOut);
  }
}
