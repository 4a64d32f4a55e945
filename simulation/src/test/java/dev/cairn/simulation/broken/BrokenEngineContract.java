package dev.cairn.simulation.broken;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.engine.EngineContract;

/** The contract of stores on the variant that the run names; not run by the build, for it fails. */
class BrokenEngineContract extends EngineContract {
  @Override
  public Backend open(TestRun run) {
    return EngineVariant.valueOf(run.parameter(SuiteRun.PARAMETER).orElseThrow()).open();
  }

  @Override
  public int scale() {
    return 1;
  }
}
