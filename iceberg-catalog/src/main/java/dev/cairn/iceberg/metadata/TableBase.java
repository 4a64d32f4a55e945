package dev.cairn.iceberg.metadata;

import org.apache.iceberg.TableMetadata;

/**
 * The metadata of a table, loaded to be updated.
 *
 * <p>Unless it is complete, the metadata has only the snapshots that refs name, no statistics, and
 * only the newest entries of the logs. It must not be shown to clients.
 */
public final class TableBase {
  private final TableReader table;
  private final boolean complete;
  private final TableMetadata metadata;

  TableBase(TableReader table, boolean complete, TableMetadata metadata) {
    this.table = table;
    this.complete = complete;
    this.metadata = metadata;
  }

  /** The metadata that updates and requirements are applied to. */
  public TableMetadata metadata() {
    return metadata;
  }

  /** Whether the metadata has everything. */
  public boolean isComplete() {
    return complete;
  }

  TableReader table() {
    return table;
  }
}
