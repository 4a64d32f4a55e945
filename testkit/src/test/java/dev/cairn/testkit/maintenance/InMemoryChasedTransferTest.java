package dev.cairn.testkit.maintenance;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;

class InMemoryChasedTransferTest extends ChasedTransferSuite {
  @Override
  protected Backend newBackend() {
    return new InMemoryBackend();
  }
}
