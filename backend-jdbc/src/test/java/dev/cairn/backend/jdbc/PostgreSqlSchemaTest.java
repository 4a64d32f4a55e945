package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SchemaContract;
import dev.cairn.testkit.contract.SchemaTrial;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of schemas on PostgreSQL. */
class PostgreSqlSchemaTest implements SchemaContract {
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
    return TestServers.postgreSql(run).database().ready();
  }

  @Override
  public SchemaTrial emptyStore() {
    return new JdbcSchemaTrial(
        TestServers.postgreSql(run).fresh(),
        "ALTER TABLE cairn_references ALTER COLUMN content TYPE text USING ''");
  }
}
