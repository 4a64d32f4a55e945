package dev.cairn.testkit.maintenance;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;

class InMemoryCheckTest extends CheckSuite {
  @Override
  protected Backend newBackend() {
    return new InMemoryBackend();
  }
}
