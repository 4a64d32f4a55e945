package dev.cairn.simulation.chaos;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.backend.inmemory.InMemoryBackend;

/**
 * All scenarios in memory, on a backend that says of itself what most say: that interrupts disturb
 * its calls. So the engine makes them on threads of its own.
 */
class InterruptibleChaosTest extends ChaosSuite {
  @Override
  protected Backend openEmpty() {
    return new Disturbable(new InMemoryBackend());
  }

  @Override
  protected int rounds() {
    return 300;
  }

  private static final class Disturbable extends ForwardingBackend {
    Disturbable(Backend backend) {
      super(backend);
    }

    @Override
    public boolean isInterruptible() {
      return true;
    }
  }
}
