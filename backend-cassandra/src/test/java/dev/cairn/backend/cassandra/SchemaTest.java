package dev.cairn.backend.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.SchemaMismatchException;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.TestRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Schemas that are missing, wrong, or another process's. */
class SchemaTest {
  @RegisterExtension final TestRun run = new TestRun();

  private final String keyspace = CassandraServer.newKeyspace("schema");
  private CassandraServer server;
  private TestSettings settings;
  private Backend backend;

  @BeforeEach
  void connect() {
    server = CassandraServer.of(run);
    settings = server.settings().keyspace(keyspace);
    backend = server.backend(settings);
  }

  @AfterEach
  void drop() {
    apply("DROP KEYSPACE IF EXISTS " + keyspace);
  }

  private void apply(String cql) {
    if (cql.strip().matches("(?s)(CREATE|ALTER|DROP) .*")) {
      server.define(cql);
    } else {
      var unused = server.apply(cql);
    }
  }

  private String mismatch() {
    return assertThrows(SchemaMismatchException.class, backend::verifySchema).getMessage();
  }

  @Test
  void whatTheErrorSaysToApplyIsAllThatIsNeeded() {
    String message = mismatch();
    assertTrue(message.contains(keyspace), message);
    assertFalse(backend.health().healthy());
    String toApply = message.substring(message.indexOf("CREATE KEYSPACE"));
    for (String statement : toApply.split(";", -1)) {
      if (!statement.isBlank()) {
        apply(statement);
      }
    }
    backend.verifySchema();
    assertTrue(backend.health().healthy(), () -> backend.health().detail());

    apply("DROP TABLE %s.%s".formatted(keyspace, Layout.IMMUTABLE.name()));
    message = mismatch();
    String create = message.substring(message.indexOf("CREATE TABLE"));
    assertEquals(Layout.IMMUTABLE.create(keyspace) + ";", create);
    apply(create);
    backend.verifySchema();
  }

  @Test
  void schemaWithoutARecordedDomainIsRefused() {
    backend.createSchema();
    apply("DELETE FROM %s.cairn_schema WHERE id = 1 IF EXISTS".formatted(keyspace));
    String message = mismatch();
    assertTrue(message.contains("INSERT INTO " + keyspace), message);
    backend.createSchema();
    backend.verifySchema();
  }

  @Test
  void processOfAnotherDomainIsRefused() {
    backend.createSchema();
    TestSettings other = settings.with(CassandraBackendFactory.CAS_DOMAIN, "global");
    Backend global = server.backend(other);
    for (Runnable call : new Runnable[] {global::verifySchema, global::createSchema}) {
      String message = assertThrows(SchemaMismatchException.class, call::run).getMessage();
      assertTrue(
          message.contains("'datacenter " + server.datacenter() + "'")
              && message.contains("'global'")
              && message.contains(CassandraBackendFactory.CAS_DOMAIN.key()),
          message);
    }
    backend.verifySchema();
  }

  @Test
  void globalDomainWorksToo() {
    Backend global = server.backend(settings.with(CassandraBackendFactory.CAS_DOMAIN, "global"));
    global.createSchema();
    assertTrue(global.health().healthy(), () -> global.health().detail());
    assertTrue(mismatch().contains("'global'"));
  }

  @Test
  void schemaOfAnotherVersionIsRefused() {
    backend.createSchema();
    apply("UPDATE %s.cairn_schema SET version = 2 WHERE id = 1 IF version = 1".formatted(keyspace));
    String message = mismatch();
    assertTrue(message.contains("version 2"), message);
  }

  @Test
  void tableWithOtherColumnsIsNamedAndLeftAlone() {
    backend.createSchema();
    apply("DROP TABLE %s.%s".formatted(keyspace, Layout.REFERENCES.name()));
    apply(
        "CREATE TABLE %s.%s (tenant text, catalog text, name text, cas_token blob, content text,"
                .formatted(keyspace, Layout.REFERENCES.name())
            + " PRIMARY KEY ((tenant, catalog), name))");
    String message = mismatch();
    assertTrue(message.contains("clustering 0 text"), message);
    assertTrue(message.contains(Layout.REFERENCES.create(keyspace)), message);
    assertThrows(SchemaMismatchException.class, backend::createSchema);
  }

  @Test
  void keyspaceWithoutReplicasHereIsRefused() {
    apply(
        "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
            .formatted(keyspace));
    String message = mismatch();
    assertThrows(SchemaMismatchException.class, backend::createSchema);
    apply(message.substring(message.indexOf("ALTER KEYSPACE")));
    assertTrue(mismatch().contains("lacks tables"));
  }

  @Test
  void tableWhoseRowsVanishIsRefused() {
    backend.createSchema();
    apply(
        "ALTER TABLE %s.%s WITH default_time_to_live = 1000"
            .formatted(keyspace, Layout.IMMUTABLE.name()));
    String message = mismatch();
    apply(message.substring(message.indexOf("ALTER TABLE")));
    // An additional column does no harm.
    apply("ALTER TABLE %s.%s ADD more text".formatted(keyspace, Layout.IMMUTABLE.name()));
    backend.verifySchema();
  }
}
