package dev.cairn.iceberg.warehouse;

import dev.cairn.api.store.Store;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import org.apache.iceberg.io.FileIO;

/**
 * An open warehouse.
 *
 * @param warehouse the warehouse as it was opened
 * @param properties its properties at that time
 * @param store its store
 * @param files its files
 * @param catalog its tables and views
 */
public record OpenWarehouse(
    Warehouse warehouse,
    WarehouseProperties properties,
    Store store,
    FileIO files,
    IcebergCatalog catalog)
    implements AutoCloseable {
  /** Closes the handle on the store, and the files. */
  @Override
  public void close() {
    try {
      store.close();
    } finally {
      files.close();
    }
  }
}
