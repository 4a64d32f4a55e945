package dev.cairn.simulation.chaos;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;

/** All scenarios in memory. */
class ChaosTest extends ChaosSuite {
  @Override
  protected Backend openEmpty() {
    return new InMemoryBackend();
  }

  @Override
  protected int rounds() {
    return 500;
  }

  @Override
  protected int requests() {
    return 100_000;
  }
}
