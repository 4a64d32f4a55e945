package dev.cairn.iceberg.warehouse;

import dev.cairn.api.store.Store;
import dev.cairn.iceberg.catalog.CatalogDrain;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import java.time.Clock;
import java.util.concurrent.Executor;
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
  /**
   * The drain of its dropped tables and views, which a process offers now and then.
   *
   * @param executor deletes files
   * @param parallel how many calls of the executor run at a time
   */
  public CatalogDrain drain(Clock clock, Executor executor, int parallel) {
    return new CatalogDrain(store, files, properties.keepDropped(), clock, executor, parallel);
  }

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
