package dev.cairn.iceberg.server.rest;

import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import java.util.Map;
import java.util.Objects;

/**
 * A warehouse that requests can name.
 *
 * @param prefix what stands in URLs for it: opaque, and safe in a path without encoding
 * @param store the store of its catalog
 * @param catalog its catalog
 * @param executor executes requests with keys
 * @param defaults properties for clients, which a client may override
 * @param overrides properties for clients
 */
public record ServedWarehouse(
    String prefix,
    Store store,
    IcebergCatalog catalog,
    IdempotentExecutor executor,
    Map<String, String> defaults,
    Map<String, String> overrides) {
  /** A number that changes with everything that answers depend on besides the catalog. */
  int configurationHash() {
    return Objects.hash(defaults, overrides);
  }
}
