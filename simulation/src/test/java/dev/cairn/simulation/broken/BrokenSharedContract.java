package dev.cairn.simulation.broken;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SharedStoreContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of shared stores on the variant that the run names; not run by the build. */
class BrokenSharedContract implements SharedStoreContract {
  @RegisterExtension final TestRun run = new TestRun();
  @RegisterExtension final Seed seed = Seed.ofRun();

  @Override
  public TestRun run() {
    return run;
  }

  @Override
  public Seed seed() {
    return seed;
  }

  @Override
  public Backend open(TestRun run) {
    Backend store = run.once(InMemoryBackend.class, InMemoryBackend::new);
    return SharedVariant.valueOf(run.parameter(SuiteRun.PARAMETER).orElseThrow()).open(store);
  }

  @Override
  public int scale() {
    return 1;
  }
}
