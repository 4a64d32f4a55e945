package dev.cairn.backend.inmemory;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.fault.OneCallBackend;
import dev.cairn.testkit.suite.BackendSuites;
import java.time.InstantSource;

/** The suites on a backend that writes rows and swaps a reference by one call. */
class OneCallBackendTest extends BackendSuites {
  private final TestClock clock = new TestClock();

  @Override
  public Backend open(TestRun run) {
    return new OneCallBackend(new InMemoryBackend());
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
