package dev.cairn.backend.cassandra;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A table: the columns of its partition key, which is the whole key, and the others. Each partition
 * has one row, so no partition grows and no two rows share Paxos rounds.
 *
 * @param key names to types, in order
 * @param columns the same for what is not in the key
 * @param gcGraceSeconds how long deletions are remembered
 */
record Layout(
    String name, Map<String, String> key, Map<String, String> columns, int gcGraceSeconds) {
  /** The column that conditional writes compare. ({@code token} is reserved.) */
  static final String TOKEN = "cas_token";

  /** The row without its key, in the form of {@link dev.cairn.api.spi.RowFormat}; never empty. */
  static final String CONTENT = "content";

  private static final int TEN_DAYS = 10 * 24 * 60 * 60;
  private static final int ONE_DAY = 24 * 60 * 60;

  static final Layout REFERENCES =
      new Layout(
          "reference_rows",
          columns("tenant", "text", "catalog", "text", "name", "text"),
          columns(TOKEN, "blob", CONTENT, "blob"),
          TEN_DAYS);

  static final Layout UPDATEABLE =
      new Layout(
          "updateable_objects",
          columns("tenant", "text", "catalog", "text", "type", "text", "id", "blob"),
          columns(TOKEN, "blob", CONTENT, "blob"),
          TEN_DAYS);

  /** A deleted row that comes back for lack of repair is only garbage again. */
  static final Layout IMMUTABLE =
      new Layout(
          "immutable_objects",
          columns("tenant", "text", "catalog", "text", "type", "text", "id", "blob"),
          columns(CONTENT, "blob"),
          ONE_DAY);

  /** One row with the schema version and the compare-and-swap domain. */
  static final Layout SCHEMA =
      new Layout(
          "cairn_schema",
          columns("id", "int"),
          columns("version", "int", "cas_domain", "text"),
          TEN_DAYS);

  static final List<Layout> ALL = List.of(REFERENCES, UPDATEABLE, IMMUTABLE, SCHEMA);

  private static Map<String, String> columns(String... namesAndTypes) {
    Map<String, String> columns = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      columns.put(namesAndTypes[i], namesAndTypes[i + 1]);
    }
    return columns;
  }

  /** The names of the key columns, separated by commas. */
  String keyNames() {
    return String.join(", ", key.keySet());
  }

  /** The condition that selects one row. */
  String whereKey() {
    return key.keySet().stream().map(each -> each + " = ?").collect(Collectors.joining(" AND "));
  }

  /** The statement that creates the table. */
  String create(String keyspace) {
    Map<String, String> all = new LinkedHashMap<>(key);
    all.putAll(columns);
    String definitions =
        all.entrySet().stream()
            .map(column -> "  " + column.getKey() + " " + column.getValue() + ",\n")
            .collect(Collectors.joining());
    return "CREATE TABLE IF NOT EXISTS %s.%s (\n%s  PRIMARY KEY ((%s))\n) WITH gc_grace_seconds = %s"
        .formatted(keyspace, name, definitions, keyNames(), gcGraceSeconds);
  }
}
