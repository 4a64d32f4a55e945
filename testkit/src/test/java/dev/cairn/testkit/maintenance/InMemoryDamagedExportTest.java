package dev.cairn.testkit.maintenance;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;

class InMemoryDamagedExportTest extends DamagedExportSuite {
  @Override
  protected Backend newBackend() {
    return new InMemoryBackend();
  }
}
