package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.SchemaMismatchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

/** Creates and verifies the keyspace, its tables, and the record of the domain. */
final class Schema {
  /** Of the tables; another release may have another. */
  static final int VERSION = 1;

  private static final int ONLY_ROW = 1;
  private static final String PARTITIONER = "Murmur3Partitioner";

  private final Database database;
  private final CassandraSettings settings;

  Schema(Database database) {
    this.database = database;
    settings = database.settings();
  }

  /** What is recorded of the store. */
  private record Recorded(int version, String domain) {}

  /** All statements, in the order in which to apply them. */
  String describe() {
    List<String> statements = new ArrayList<>();
    statements.add(createKeyspace());
    Layout.ALL.forEach(layout -> statements.add(layout.create(settings.keyspace())));
    statements.add(
        "-- at SERIAL CONSISTENCY SERIAL\n" + recordDomain("'" + settings.domainRecord() + "'"));
    return statements.stream().map(each -> each + ";\n").collect(Collectors.joining("\n"));
  }

  void create() {
    checkPartitioner();
    Map<String, Map<String, String>> found = tables();
    replication().ifPresentOrElse(this::checkReplication, () -> define(createKeyspace()));
    for (Layout layout : Layout.ALL) {
      if (!found.containsKey(layout.name())) {
        define(layout.create(settings.keyspace()));
      }
    }
    if (recorded().isEmpty()) {
      insertRecord();
    }
    verify();
  }

  void verify() {
    checkPartitioner();
    Map<String, Map<String, String>> found = tables();
    replication().ifPresent(this::checkReplication);
    List<String> missing = new ArrayList<>();
    for (Layout layout : Layout.ALL) {
      Map<String, String> columns = found.get(layout.name());
      if (columns == null) {
        missing.add(layout.create(settings.keyspace()) + ";");
      } else {
        check(layout, columns);
      }
    }
    if (!missing.isEmpty()) {
      throw new SchemaMismatchException(
          "%s lacks tables of Cairn. Create the schema once, as an operator, or apply:%n%n%s"
              .formatted(
                  settings.place(), found.isEmpty() ? describe() : String.join("\n\n", missing)));
    }
    verifyRecord();
  }

  /** Asks a quorum for what is recorded, and checks it. */
  void verifyRecord() {
    check(recorded());
  }

  private void check(Layout layout, Map<String, String> found) {
    Map<String, String> expected = expected(layout);
    // More columns than these do no harm, unless they are in the key.
    boolean fits =
        found.entrySet().containsAll(expected.entrySet())
            && found.entrySet().stream()
                .filter(column -> !expected.containsKey(column.getKey()))
                .allMatch(column -> column.getValue().startsWith("regular"));
    if (!fits) {
      throw new SchemaMismatchException(
          "table %s in %s has the columns %s, and needs %s. Use another keyspace, or drop it if it is"
                  .formatted(layout.name(), settings.place(), found, expected)
              + " not needed and apply:\n\n"
              + layout.create(settings.keyspace())
              + ";");
    }
    checkTimeToLive(layout);
  }

  // A table of rows that vanish by themselves.
  private void checkTimeToLive(Layout layout) {
    Row row =
        ask(
                "SELECT default_time_to_live FROM system_schema.tables"
                    + " WHERE keyspace_name = ? AND table_name = ?",
                settings.keyspace(),
                layout.name())
            .one();
    if (row != null && row.getInt(0) != 0) {
      throw new SchemaMismatchException(
          "table %s in %s deletes rows after %d s. Apply:%n%nALTER TABLE %s.%s WITH"
                  .formatted(
                      layout.name(),
                      settings.place(),
                      row.getInt(0),
                      settings.keyspace(),
                      layout.name())
              + " default_time_to_live = 0;");
    }
  }

  private static Map<String, String> expected(Layout layout) {
    Map<String, String> expected = new TreeMap<>();
    List<String> key = List.copyOf(layout.key().keySet());
    layout
        .key()
        .forEach(
            (name, type) -> expected.put(name, "partition_key " + key.indexOf(name) + " " + type));
    layout.columns().forEach((name, type) -> expected.put(name, "regular " + type));
    return expected;
  }

  /** Of each table of the keyspace the columns: kind, place in the key, type. */
  private Map<String, Map<String, String>> tables() {
    Map<String, Map<String, String>> tables = new TreeMap<>();
    AsyncResultSet page =
        ask(
            "SELECT table_name, column_name, kind, position, type FROM system_schema.columns"
                + " WHERE keyspace_name = ?",
            settings.keyspace());
    while (true) {
      for (Row row : page.currentPage()) {
        String kind = String.valueOf(row.getString("kind"));
        String place = kind.equals("regular") ? "" : row.getInt("position") + " ";
        tables
            .computeIfAbsent(String.valueOf(row.getString("table_name")), t -> new TreeMap<>())
            .put(
                String.valueOf(row.getString("column_name")),
                kind + " " + place + row.getString("type"));
      }
      if (!page.hasMorePages()) {
        return tables;
      }
      page = database.nextPage(page);
    }
  }

  /** How the keyspace is replicated, if it is there. */
  private Optional<Map<String, String>> replication() {
    Row row =
        ask(
                "SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = ?",
                settings.keyspace())
            .one();
    return Optional.ofNullable(row).map(each -> each.getMap(0, String.class, String.class));
  }

  // With another strategy a local quorum is none, and without replicas here there is none.
  private void checkReplication(Map<String, String> replication) {
    boolean fits =
        String.valueOf(replication.get("class")).endsWith("NetworkTopologyStrategy")
            && replication.containsKey(settings.datacenter());
    if (!fits) {
      throw new SchemaMismatchException(
          "%s is replicated by %s, without the datacenter '%s' of this process. Correct %s, or change"
                  .formatted(
                      settings.place(),
                      replication,
                      settings.datacenter(),
                      CassandraBackendFactory.DATACENTER.key())
              + " the replication by:\n\n"
              + createKeyspace().replace("CREATE KEYSPACE IF NOT EXISTS", "ALTER KEYSPACE")
              + ";");
    }
  }

  // Scans count on tokens being numbers.
  private void checkPartitioner() {
    Row row = ask("SELECT partitioner FROM system.local").one();
    String found = row == null ? "none" : String.valueOf(row.getString(0));
    if (!found.endsWith(PARTITIONER)) {
      throw new SchemaMismatchException(
          "the cluster of %s has the partitioner %s; Cairn needs one with %s"
              .formatted(settings.place(), found, PARTITIONER));
    }
  }

  private void check(Optional<Recorded> recorded) {
    Recorded present =
        recorded.orElseThrow(
            () ->
                new SchemaMismatchException(
                    "%s has no record of its domain of conditional writes. Create the schema once, as"
                            .formatted(settings.place())
                        + " an operator, or apply at SERIAL CONSISTENCY SERIAL:\n\n"
                        + recordDomain("'" + settings.domainRecord() + "'")
                        + ";"));
    if (present.version() != VERSION) {
      throw new SchemaMismatchException(
          "%s has version %d of the schema; this release needs %d. Use the release that created it"
              .formatted(settings.place(), present.version(), VERSION));
    }
    if (!present.domain().equals(settings.domainRecord())) {
      throw new SchemaMismatchException(
          "%s has conditional writes in the domain '%s', and this process is set for '%s'. Writers of"
                  .formatted(settings.place(), present.domain(), settings.domainRecord())
              + " two domains would not see each other's: set %s and %s as recorded"
                  .formatted(
                      CassandraBackendFactory.CAS_DOMAIN.key(),
                      CassandraBackendFactory.DATACENTER.key()));
    }
  }

  // Written once, so that any read may find it, and a process starts while other datacenters are
  // away; only one that sees every write may deny it.
  private Optional<Recorded> recorded() {
    return recorded(Access.QUORUM_READ).or(() -> recorded(Access.GLOBAL_SERIAL_READ));
  }

  private Optional<Recorded> recorded(Access access) {
    Row row =
        database
            .await(
                database.sendOnce(
                    access,
                    "SELECT version, cas_domain FROM %s.%s WHERE id = ?"
                        .formatted(settings.keyspace(), Layout.SCHEMA.name()),
                    ONLY_ROW))
            .one();
    return row == null
        ? Optional.empty()
        : Optional.of(new Recorded(row.getInt(0), Objects.toString(row.getString(1), "")));
  }

  private void insertRecord() {
    try {
      // Whether it was the first to be recorded is seen when it is verified.
      AsyncResultSet unused =
          Database.get(
              database.sendOnce(
                  Access.GLOBAL_CONDITIONAL, recordDomain("?"), settings.domainRecord()));
    } catch (ExecutionException e) {
      throw database.failures().of(Database.cause(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw database.failures().interrupted(e);
    }
  }

  private String recordDomain(String domain) {
    return "INSERT INTO %s.%s (id, version, cas_domain) VALUES (%d, %d, %s) IF NOT EXISTS"
        .formatted(settings.keyspace(), Layout.SCHEMA.name(), ONLY_ROW, VERSION, domain);
  }

  private String createKeyspace() {
    return "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}"
        .formatted(settings.keyspace(), settings.datacenter(), settings.replicationFactor());
  }

  private void define(String cql) {
    AsyncResultSet answer = database.await(database.sendOnce(Access.DEFINITION, cql));
    if (!answer.getExecutionInfo().isSchemaInAgreement()) {
      throw new BackendUnavailableException(
          "the nodes of %s do not yet agree on its schema; create it again later"
              .formatted(settings.place()));
    }
  }

  private AsyncResultSet ask(String cql, Object... values) {
    return database.await(database.sendOnce(Access.WEAK_READ, cql, values));
  }
}
