package dev.cairn.backend.cassandra;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.contract.SchemaDamage;
import dev.cairn.testkit.contract.SchemaTrial;

/**
 * A keyspace of a test. Its backends use the operator's session, which stays open.
 *
 * @param server where it is
 * @param name of the keyspace
 */
record CassandraSchemaTrial(CassandraServer server, String name) implements SchemaTrial {
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
