package dev.cairn.testkit.engine;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.fault.OneCallBackend;

/** Stores on a backend that writes rows and swaps a reference by one call. */
class OneCallEngineTest extends EngineContract {
  @Override
  public Backend open(TestRun run) {
    return new OneCallBackend(new InMemoryBackend());
  }
}
