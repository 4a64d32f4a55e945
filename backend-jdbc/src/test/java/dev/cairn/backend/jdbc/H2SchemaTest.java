package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SchemaContract;
import dev.cairn.testkit.contract.SchemaTrial;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of schemas on H2. */
class H2SchemaTest implements SchemaContract {
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
    return TestServers.h2(run).database().ready();
  }

  @Override
  public SchemaTrial emptyStore() {
    return new JdbcSchemaTrial(
        TestServers.h2(run).fresh(),
        "ALTER TABLE cairn_references ALTER COLUMN content SET DATA TYPE VARCHAR(100)");
  }
}
