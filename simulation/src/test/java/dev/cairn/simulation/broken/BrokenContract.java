package dev.cairn.simulation.broken;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.BackendContract;
import java.time.InstantSource;

/** The contract on the variant that the run names; not run by the build, for it fails. */
class BrokenContract extends BackendContract {
  /** The one clock of a run, which the shared backend sees too. */
  private record RunClock(TestClock clock) implements AutoCloseable {
    @Override
    public void close() {}
  }

  @Override
  public Backend open(TestRun run) {
    return Variant.valueOf(run.parameter(SuiteRun.PARAMETER).orElseThrow()).open(testClock());
  }

  @Override
  public int scale() {
    return 1;
  }

  @Override
  public InstantSource clock() {
    return testClock();
  }

  @Override
  public Waiter waiter() {
    return testClock().waiter();
  }

  private TestClock testClock() {
    return run().once(RunClock.class, () -> new RunClock(new TestClock())).clock();
  }
}
