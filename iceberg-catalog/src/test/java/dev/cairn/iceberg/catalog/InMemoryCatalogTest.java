package dev.cairn.iceberg.catalog;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;

/** The catalog's suite in memory. */
class InMemoryCatalogTest extends CatalogSuite {
  private final Backend database = new InMemoryBackend();

  @Override
  protected Backend connect() {
    return new SharedBackend(database);
  }
}
