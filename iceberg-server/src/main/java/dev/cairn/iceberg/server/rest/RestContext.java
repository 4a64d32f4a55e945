package dev.cairn.iceberg.server.rest;

import dev.cairn.iceberg.catalog.IcebergCatalog;

/**
 * What an operation works with.
 *
 * @param request the request
 * @param warehouse the warehouse that it names
 */
record RestContext(RestRequest request, ServedWarehouse warehouse) {
  /** The catalog of the warehouse. */
  IcebergCatalog catalog() {
    return warehouse.catalog();
  }
}
