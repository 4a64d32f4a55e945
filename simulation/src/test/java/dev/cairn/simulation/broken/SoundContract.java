package dev.cairn.simulation.broken;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.TestRun;

/** The contract on a backend that is wrapped as the broken ones are, and is not broken. */
class SoundContract extends BrokenContract {
  @Override
  public Backend open(TestRun run) {
    return new ForwardingBackend(new InMemoryBackend()) {};
  }
}
