package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SchemaContract;
import dev.cairn.testkit.contract.SchemaTrial;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of schemas on MariaDB. */
class MariaDbSchemaTest implements SchemaContract {
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
    return TestServers.mariaDb(run).database().ready();
  }

  @Override
  public SchemaTrial emptyStore() {
    return new JdbcSchemaTrial(
        TestServers.mariaDb(run).fresh(),
        "ALTER TABLE cairn_references MODIFY COLUMN content TEXT NOT NULL");
  }
}
