package dev.cairn.testkit.contract;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.fault.OneCallBackend;
import java.time.InstantSource;

/** The contract on a backend that writes rows and swaps a reference by one call. */
class OneCallBackendTest extends BackendContract {
  @Override
  public Backend open(TestRun run) {
    return new OneCallBackend(new InMemoryBackend());
  }

  private final TestClock clock = new TestClock();

  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public Waiter waiter() {
    return clock.waiter();
  }
}
