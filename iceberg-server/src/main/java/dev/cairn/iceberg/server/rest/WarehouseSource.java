package dev.cairn.iceberg.server.rest;

import java.util.Optional;

/** Finds warehouses. */
public interface WarehouseSource {
  /** The warehouse that a client names in {@code GET /v1/config}. */
  Optional<ServedWarehouse> named(String name);

  /** The warehouse whose prefix is in a path. */
  Optional<ServedWarehouse> withPrefix(String prefix);
}
