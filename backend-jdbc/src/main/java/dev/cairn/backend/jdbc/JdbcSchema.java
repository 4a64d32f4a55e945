package dev.cairn.backend.jdbc;

import dev.cairn.api.SchemaMismatchException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The tables, and the record of the compare-and-swap domain. */
final class JdbcSchema {
  private static final String RECORD = "cairn";
  private static final int FORMAT = 1;

  /** Duplicate table, duplicate object, unique violation; MariaDB's and H2's table exists. */
  private static final Set<String> DONE_ALREADY =
      Set.of("42P07", "42710", "23505", "23000", "42S01");

  private static final List<String> ROW = List.of("k", "token", "content");
  private static final Set<Integer> BINARY =
      Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);
  private static final String INSERT =
      "INSERT INTO cairn_schema (name, format, cas_domain) VALUES ('%s', %s, '%s')";
  private static final String SELECT =
      "SELECT format, cas_domain FROM cairn_schema WHERE name = '%s'".formatted(RECORD);

  private final ConnectionPool pool;
  private final String domain;

  JdbcSchema(ConnectionPool pool, String domain) {
    this.pool = pool;
    this.domain = domain;
  }

  // It may be repeated, and processes may create the schema at the same time. PostgreSQL then
  // reports the loser's table or its row type as a duplicate, in spite of IF NOT EXISTS. What is
  // there is verified afterwards.
  void create() {
    for (String each : statements(pool.dialect(), domain)) {
      boolean unused = pool.call(connection -> isDone(connection, each));
    }
    verify();
  }

  private static boolean isDone(Connection connection, String sql) throws SQLException {
    try {
      int unused = Sql.update(connection, sql);
      return true;
    } catch (SQLException e) {
      if (DONE_ALREADY.contains(String.valueOf(e.getSQLState()))) {
        return true;
      }
      throw e;
    }
  }

  void verify() {
    boolean unused = pool.call(this::isRight);
  }

  private boolean isRight(Connection connection) throws SQLException {
    try {
      checkTable(connection, Dialect.OBJECTS);
      checkTable(connection, Dialect.REFERENCES);
      return Sql.query(connection, pool.dialect().texts().faults(), this::hasNoFaults)
          && Sql.query(connection, SELECT, this::isRecorded);
    } catch (SQLException e) {
      if (String.valueOf(e.getSQLState()).startsWith("42")) {
        throw mismatch(String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  private void checkTable(Connection connection, String table) throws SQLException {
    Map<String, Integer> types =
        Sql.query(connection, "SELECT * FROM %s WHERE 1 = 0".formatted(table), JdbcSchema::types);
    for (String column : ROW) {
      if (!BINARY.contains(types.getOrDefault(column, Types.NULL))) {
        throw mismatch("the table %s has no column %s of a binary type".formatted(table, column));
      }
    }
    List<String> key = primaryKey(connection, table);
    if (!key.equals(List.of("k"))) {
      throw mismatch("the table %s has the primary key %s, not k alone".formatted(table, key));
    }
  }

  private static Map<String, Integer> types(ResultSet rows) throws SQLException {
    Map<String, Integer> types = new HashMap<>();
    ResultSetMetaData columns = rows.getMetaData();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      types.put(columns.getColumnName(i).toLowerCase(Locale.ROOT), columns.getColumnType(i));
    }
    return types;
  }

  private static List<String> primaryKey(Connection connection, String table) throws SQLException {
    DatabaseMetaData database = connection.getMetaData();
    String stored = database.storesUpperCaseIdentifiers() ? table.toUpperCase(Locale.ROOT) : table;
    List<String> columns = new ArrayList<>();
    try (ResultSet keys =
        database.getPrimaryKeys(connection.getCatalog(), connection.getSchema(), stored)) {
      while (keys.next()) {
        columns.add(keys.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
      }
    }
    return columns;
  }

  private boolean hasNoFaults(ResultSet faults) throws SQLException {
    if (faults.next()) {
      throw mismatch(faults.getString(1));
    }
    return true;
  }

  private boolean isRecorded(ResultSet rows) throws SQLException {
    if (!rows.next()) {
      throw mismatch("the row '%s' of cairn_schema is missing".formatted(RECORD));
    }
    if (rows.getInt(1) != FORMAT) {
      throw mismatch(
          "its format is %s, and this release knows %s".formatted(rows.getInt(1), FORMAT));
    }
    if (!rows.getString(2).equals(domain)) {
      throw otherDomain(rows.getString(2));
    }
    return true;
  }

  private SchemaMismatchException otherDomain(String found) {
    return new SchemaMismatchException(
        "%s belongs to the compare-and-swap domain '%s', and %s is '%s'. All writers of a store share"
                .formatted(
                    pool.failures().where(), found, JdbcBackendFactory.CAS_DOMAIN.key(), domain)
            + " one domain: set it to the same, or use another database");
  }

  private SchemaMismatchException mismatch(String problem) {
    return new SchemaMismatchException(
        "the schema of %s is not as it must be: %s. What is missing is made by\n%s"
            .formatted(pool.failures().where(), problem, describe(pool.dialect(), domain)));
  }

  /** The SQL that does what {@link #create} does. */
  static String describe(Dialect dialect, String domain) {
    return String.join(";\n", statements(dialect, domain)) + ";";
  }

  private static List<String> statements(Dialect dialect, String domain) {
    List<String> statements = new ArrayList<>(dialect.texts().tables());
    statements.add(INSERT.formatted(RECORD, FORMAT, domain));
    return statements;
  }
}
