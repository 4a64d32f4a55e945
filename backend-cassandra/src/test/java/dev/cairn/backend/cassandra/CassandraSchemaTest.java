package dev.cairn.backend.cassandra;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.TestRun;
import dev.cairn.testkit.contract.SchemaContract;
import dev.cairn.testkit.contract.SchemaDamage;
import dev.cairn.testkit.contract.SchemaTrial;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of schemas, each in a keyspace of its own. */
class CassandraSchemaTest implements SchemaContract {
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
    return CassandraServer.of(run).settings().open();
  }

  @Override
  public SchemaTrial emptyStore() {
    return new Keyspace(CassandraServer.of(run), CassandraServer.newKeyspace("trial"));
  }

  /** Its backends use the operator's session, which stays open. */
  private record Keyspace(CassandraServer server, String name) implements SchemaTrial {
    private TestSettings settings() {
      return server.settings().keyspace(name);
    }

    @Override
    public Backend backend() {
      return server.backend(settings());
    }

    @Override
    public Backend ofAnotherDomain() {
      return server.backend(settings().with(CassandraBackendFactory.CAS_DOMAIN, "global"));
    }

    @Override
    public void damage(SchemaDamage damage) {
      String references = name + "." + Layout.REFERENCES.name();
      switch (damage) {
        case TABLE_MISSING -> server.define("DROP TABLE " + references);
        case DOMAIN_MISSING -> {
          var unused =
              server.apply("DELETE FROM %s.cairn_schema WHERE id = 1 IF EXISTS".formatted(name));
        }
        case COLUMN_MISSING ->
            server.define("ALTER TABLE %s DROP %s".formatted(references, Layout.CONTENT));
        case TYPE_CHANGED -> {
          server.define("DROP TABLE " + references);
          server.define(
              Layout.REFERENCES
                  .create(name)
                  .replace(Layout.CONTENT + " blob", Layout.CONTENT + " text"));
        }
      }
    }

    @Override
    public void close() {
      server.define("DROP KEYSPACE IF EXISTS " + name);
    }
  }
}
