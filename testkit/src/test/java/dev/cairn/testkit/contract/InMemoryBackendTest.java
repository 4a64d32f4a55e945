package dev.cairn.testkit.contract;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TestRun;
import java.time.InstantSource;

class InMemoryBackendTest extends BackendContract {
  private final TestClock clock = new TestClock();

  @Override
  public Backend open(TestRun run) {
    return new InMemoryBackend();
  }

  @Override
  public int scale() {
    return 10 * Scale.ofRun();
  }

  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public Waiter waiter() {
    return clock.waiter();
  }
}
