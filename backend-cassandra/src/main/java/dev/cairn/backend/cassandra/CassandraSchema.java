package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.SchemaMismatchException;
import dev.cairn.api.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Creates and verifies the keyspace, its tables and the record of the domain. */
final class CassandraSchema {
  private static final String PARTITIONER = "Murmur3Partitioner";

  private final CassandraSession database;
  private final CassandraSettings settings;
  private final DomainRecord domain;
  private final Agreement agreement;

  CassandraSchema(CassandraSession database) {
    this.database = database;
    agreement = new Agreement(this::versions, Waiter.system());
    domain = new DomainRecord(database);
    settings = database.settings();
  }

  /** All statements, in the order to apply them. */
  String describe() {
    List<String> statements = new ArrayList<>();
    statements.add(createKeyspace());
    Layout.ALL.forEach(layout -> statements.add(layout.create(settings.keyspace())));
    statements.add(domain.describe());
    return statements.stream().map(each -> each + ";\n").collect(Collectors.joining("\n"));
  }

  void create() {
    checkPartitioner();
    Optional<Map<String, String>> replication = replication();
    Map<String, Map<String, String>> found = tables();
    // Verify first: create nothing beside a wrong table.
    replication.ifPresent(this::checkReplication);
    List<Layout> missing = new ArrayList<>();
    for (Layout layout : Layout.ALL) {
      Optional.ofNullable(found.get(layout.name()))
          .ifPresentOrElse(columns -> check(layout, columns), () -> missing.add(layout));
    }
    if (replication.isEmpty()) {
      define(createKeyspace());
    }
    missing.forEach(layout -> define(layout.create(settings.keyspace())));
    domain.create();
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
    domain.verify();
  }

  private void check(Layout layout, Map<String, String> found) {
    Map<String, String> expected = expected(layout);
    // Further columns do no harm, unless they are in the key.
    boolean fits =
        found.entrySet().containsAll(expected.entrySet())
            && found.entrySet().stream()
                .filter(column -> !expected.containsKey(column.getKey()))
                .allMatch(column -> column.getValue().startsWith("regular"));
    if (!fits) {
      throw new SchemaMismatchException(
          "table %s in %s has the columns %s, but needs %s. Use another keyspace, or drop the table if it is"
                  .formatted(layout.name(), settings.place(), found, expected)
              + " not needed and apply:\n\n"
              + layout.create(settings.keyspace())
              + ";");
    }
    checkTimeToLive(layout);
  }

  // Rows must not vanish by themselves.
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

  /** The columns of each table of the keyspace: kind, place in the key, type. */
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

  /** The replication of the keyspace, if the keyspace exists. */
  private Optional<Map<String, String>> replication() {
    Row row =
        ask(
                "SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = ?",
                settings.keyspace())
            .one();
    return Optional.ofNullable(row).map(each -> each.getMap(0, String.class, String.class));
  }

  // With another strategy, or without replicas in this datacenter, there is no local quorum.
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

  // Scans depend on tokens being numbers.
  private void checkPartitioner() {
    Row row = ask("SELECT partitioner FROM system.local").one();
    String found = row == null ? "none" : String.valueOf(row.getString(0));
    if (!found.endsWith(PARTITIONER)) {
      throw new SchemaMismatchException(
          "the cluster of %s uses the partitioner %s; Cairn needs a cluster with %s"
              .formatted(settings.place(), found, PARTITIONER));
    }
  }

  private String createKeyspace() {
    return "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %s}"
        .formatted(settings.keyspace(), settings.datacenter(), settings.replicationFactor());
  }

  /** Changes the schema, and returns when every live node has the change. */
  void define(String cql) {
    AsyncResultSet answer = database.await(database.sendOnce(Access.DEFINITION, cql));
    if (!answer.getExecutionInfo().isSchemaInAgreement() || !agreement.await()) {
      throw new BackendUnavailableException(
          "the nodes of %s do not agree on the schema yet; create the schema again later"
              .formatted(settings.place()));
    }
  }

  /** The schema version of each live node; for a node that does not answer, the error. */
  private List<String> versions() {
    return new Bulk(database).run(database.localNodes(), this::version);
  }

  private CompletionStage<String> version(Node node) {
    return database
        .sendTo(node, Access.WEAK_READ, "SELECT schema_version FROM system.local")
        .thenApply(answer -> String.valueOf(answer.one().getUuid(0)))
        .exceptionally(String::valueOf);
  }

  private AsyncResultSet ask(String cql, Object... values) {
    return database.await(database.sendOnce(Access.WEAK_READ, cql, values));
  }
}
