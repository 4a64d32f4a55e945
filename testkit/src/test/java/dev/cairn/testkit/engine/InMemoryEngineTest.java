package dev.cairn.testkit.engine;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.TestRun;

class InMemoryEngineTest extends EngineContract {
  @Override
  public Backend open(TestRun run) {
    return new InMemoryBackend();
  }

  @Override
  public int scale() {
    return 10 * Scale.ofRun();
  }
}
