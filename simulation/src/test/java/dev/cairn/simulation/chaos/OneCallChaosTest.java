package dev.cairn.simulation.chaos;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.fault.OneCallBackend;

/** All scenarios on a backend that writes rows and swaps a reference by one call. */
class OneCallChaosTest extends ChaosSuite {
  @Override
  protected Backend openEmpty() {
    return new OneCallBackend(new InMemoryBackend());
  }

  @Override
  protected int rounds() {
    return 100;
  }

  @Override
  protected int requests() {
    return 10_000;
  }
}
