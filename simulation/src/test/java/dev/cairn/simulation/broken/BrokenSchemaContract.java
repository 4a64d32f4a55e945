package dev.cairn.simulation.broken;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SchemaContract;
import dev.cairn.testkit.contract.SchemaTrial;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of schemas on the variant that the run names; not run by the build. */
class BrokenSchemaContract implements SchemaContract {
  @RegisterExtension final TestRun run = new TestRun();

  @Override
  public TestRun run() {
    return run;
  }

  @Override
  public Seed seed() {
    return Seed.ofRun();
  }

  @Override
  public Backend open(TestRun run) {
    return emptyStore().backend();
  }

  @Override
  public SchemaTrial emptyStore() {
    return new BrokenSchemas(
        SchemaVariant.valueOf(run.parameter(SuiteRun.PARAMETER).orElseThrow()));
  }
}
