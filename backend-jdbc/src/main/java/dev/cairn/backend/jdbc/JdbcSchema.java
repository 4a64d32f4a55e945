package dev.cairn.backend.jdbc;

import dev.cairn.api.SchemaMismatchException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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

  private final ConnectionPool pool;
  private final String domain;

  JdbcSchema(ConnectionPool pool, String domain) {
    this.pool = pool;
    this.domain = domain;
  }

  void create() {
    boolean unused =
        pool.call(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                for (String each : statements(pool.dialect(), domain)) {
                  executeUnlessDone(statement, each);
                }
              }
              return true;
            });
    verify();
  }

  // It may be repeated, and processes may create the schema at the same time. PostgreSQL then
  // reports the loser's table or its row type as a duplicate, in spite of IF NOT EXISTS. What is
  // there is verified afterwards.
  private static void executeUnlessDone(Statement statement, String sql) throws SQLException {
    try {
      statement.execute(sql);
    } catch (SQLException e) {
      if (!DONE_ALREADY.contains(String.valueOf(e.getSQLState()))) {
        throw e;
      }
    }
  }

  /** The format and the domain that are recorded. */
  private record Recorded(int format, String domain) {}

  private static Optional<Recorded> record(Connection connection) throws SQLException {
    return ConnectionPool.query(
        connection,
        "SELECT format, cas_domain FROM cairn_schema WHERE name = '%s'".formatted(RECORD),
        rows ->
            rows.next()
                ? Optional.of(new Recorded(rows.getInt(1), rows.getString(2)))
                : Optional.empty());
  }

  void verify() {
    Optional<SchemaMismatchException> mismatch =
        pool.call(
            connection -> {
              try {
                return find(connection);
              } catch (SQLException e) {
                if (String.valueOf(e.getSQLState()).startsWith("42")) {
                  return Optional.of(mismatch(String.valueOf(e.getMessage())));
                }
                throw e;
              }
            });
    if (mismatch.isPresent()) {
      throw mismatch.get();
    }
  }

  private Optional<SchemaMismatchException> find(Connection connection) throws SQLException {
    for (String table : List.of(Dialect.OBJECTS, Dialect.REFERENCES)) {
      Optional<String> problem = problem(connection, table);
      if (problem.isPresent()) {
        return problem.map(each -> mismatch("the table " + table + " " + each));
      }
    }
    Optional<String> faults = pool.dialect().texts().faults();
    if (faults.isPresent()) {
      Optional<String> fault =
          ConnectionPool.query(
              connection,
              faults.get(),
              rows -> rows.next() ? Optional.of(rows.getString(1)) : Optional.empty());
      if (fault.isPresent()) {
        return fault.map(this::mismatch);
      }
    }
    Optional<Recorded> recorded = record(connection);
    if (recorded.isEmpty()) {
      return Optional.of(mismatch("the row '%s' of cairn_schema is missing".formatted(RECORD)));
    }
    if (recorded.get().format() != FORMAT) {
      return Optional.of(
          mismatch(
              "its format is %s, and this release knows %s"
                  .formatted(recorded.get().format(), FORMAT)));
    }
    return recorded.get().domain().equals(domain)
        ? Optional.empty()
        : Optional.of(otherDomain(recorded.get().domain()));
  }

  private static Optional<String> problem(Connection connection, String table) throws SQLException {
    Map<String, Integer> types = new HashMap<>();
    try (PreparedStatement query =
            connection.prepareStatement("SELECT * FROM %s WHERE 1 = 0".formatted(table));
        ResultSet rows = query.executeQuery()) {
      ResultSetMetaData columns = rows.getMetaData();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        types.put(columns.getColumnName(i).toLowerCase(Locale.ROOT), columns.getColumnType(i));
      }
    }
    for (String column : ROW) {
      if (!BINARY.contains(types.getOrDefault(column, Types.NULL))) {
        return Optional.of("has no column %s of a binary type".formatted(column));
      }
    }
    List<String> keys = primaryKey(connection, table);
    return keys.equals(List.of("k"))
        ? Optional.empty()
        : Optional.of("has the primary key %s, not k alone".formatted(keys));
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
            .formatted(pool.failures().where(), problem, describe()));
  }

  /** The SQL that does what {@link #create} does. */
  String describe() {
    return describe(pool.dialect(), domain);
  }

  static String describe(Dialect dialect, String domain) {
    return String.join(";\n", statements(dialect, domain)) + ";";
  }

  private static List<String> statements(Dialect dialect, String domain) {
    List<String> statements = new ArrayList<>(dialect.texts().tables());
    statements.add(INSERT.formatted(RECORD, FORMAT, domain));
    return statements;
  }
}
