package dev.cairn.testkit.suite;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.ContractPart;
import java.time.InstantSource;
import java.util.List;

/** A suite inside {@link BackendSuites}, which takes its backends from there. */
interface SuitePart extends ContractPart {
  /** The class that the suite is nested in. */
  BackendSuites suites();

  @Override
  default Backend open(TestRun run) {
    return suites().open(run);
  }

  /** One a suite and backend: this class is the same for all backends of a run. */
  @Override
  default Backend backend() {
    return run().once(List.of(suites().getClass(), getClass()), Backend.class, () -> open(run()));
  }

  @Override
  default int scale() {
    return suites().scale();
  }

  @Override
  default InstantSource clock() {
    return suites().clock();
  }

  @Override
  default Waiter waiter() {
    return suites().waiter();
  }
}
