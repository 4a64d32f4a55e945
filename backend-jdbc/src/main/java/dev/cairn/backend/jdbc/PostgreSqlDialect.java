package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.KeyValueRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * PostgreSQL, and databases that speak its protocol and SQL.
 *
 * <p>A conditional write is one statement that also reads the row that is there if the condition
 * does not hold. It reads in the snapshot of the statement, so it may show the row as it was before
 * another transaction for which the change waited.
 */
final class PostgreSqlDialect extends Dialect {
  private static final String SESSION =
      "SELECT pg_is_in_recovery(), current_setting('default_transaction_read_only'),"
          + " current_setting('fsync'), set_config('statement_timeout', ?, false),"
          + " set_config('client_min_messages', 'warning', false),"
          // Without it a crash of the server could take back what was acknowledged.
          + " set_config('synchronous_commit',"
          + " CASE WHEN current_setting('synchronous_commit') IN ('off', 'local') THEN 'on'"
          + " ELSE current_setting('synchronous_commit') END, false)";

  // The reference row changes with every commit. On a page of its own with room for some versions,
  // and with no index on what changes, a new version needs neither a new page nor a new index
  // entry, and the next reader of the page removes the old ones: nothing is left to vacuum.
  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE IF NOT EXISTS cairn_objects (k bytea PRIMARY KEY, token bytea,"
              + " content bytea NOT NULL)",
          "CREATE TABLE IF NOT EXISTS cairn_references (k bytea PRIMARY KEY,"
              + " token bytea NOT NULL, content bytea NOT NULL) WITH (fillfactor = 10,"
              + " autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)",
          "CREATE TABLE IF NOT EXISTS cairn_schema (name varchar(16) PRIMARY KEY,"
              + " format integer NOT NULL, cas_domain varchar(128) NOT NULL)",
          "COMMENT ON TABLE cairn_references IS 'Rows change with every commit: fillfactor leaves"
              + " room for HOT updates, which an index on token or content would prevent'");

  private static final String FAULTS =
      "SELECT 'the table ' || relname || ' is not logged, so a crash would empty it'"
          + " FROM pg_class WHERE oid IN ('cairn_objects'::regclass, 'cairn_references'::regclass)"
          + " AND relpersistence <> 'p' UNION ALL"
          + " SELECT 'cairn_references has a further index, ' || indexrelid::regclass::text ||"
          + " ', which every commit would have to change'"
          + " FROM pg_index WHERE indrelid = 'cairn_references'::regclass AND NOT indisprimary";

  private static final String SIZES =
      "SELECT relname, reltuples::bigint, pg_total_relation_size(oid) FROM pg_class"
          + " WHERE oid IN ('cairn_objects'::regclass, 'cairn_references'::regclass)";

  private static final String CHANGE =
      "WITH done AS (%s RETURNING 1) SELECT (SELECT count(*) FROM done),"
          + " (SELECT content FROM %s WHERE k = ? AND NOT EXISTS (SELECT 1 FROM done))";

  private static final String INSERT_ALL =
      "INSERT INTO cairn_objects (k, content) SELECT * FROM unnest(?, ?) ON CONFLICT DO NOTHING";

  private static final String SWAP =
      "UPDATE %s SET token = ?, content = ? WHERE k = ? AND token = ?";

  private static final int BLOCKS_PER_PART = 8;

  private static final String WARNINGS = "01";
  private static final String COMPLETION_UNKNOWN = "40003";

  PostgreSqlDialect() {
    super(
        new Texts(
            List.of("jdbc:postgresql:"),
            TABLES,
            Optional.of(FAULTS),
            SIZES,
            Optional.of("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"),
            Set.of()));
  }

  @Override
  void check(String url) {
    JdbcUrl.check(url, "targetServerType", "primary", "other servers answer with old rows");
  }

  @Override
  Map<String, String> properties(JdbcSettings settings) {
    return Map.of(
        "ApplicationName",
        "cairn",
        "targetServerType",
        "primary",
        "tcpKeepAlive",
        "true",
        "connectTimeout",
        seconds(settings.connectTimeout().toMillis()),
        "loginTimeout",
        seconds(settings.connectTimeout().toMillis()),
        "socketTimeout",
        seconds(replyMillis(settings)));
  }

  private static String seconds(long millis) {
    return Long.toString((millis + 999) / 1_000);
  }

  @Override
  void begin(Connection connection, JdbcSettings settings) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SESSION)) {
      statement.setString(1, Long.toString(settings.requestTimeout().toMillis()));
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next() || row.getBoolean(1) || "on".equals(row.getString(2))) {
          throw new SQLException(
              "the server is a standby or takes no writes, so its rows may be old; name the primary,"
                  + " or all servers of which one is the primary",
              REFUSED);
        }
        if ("off".equals(row.getString(3))) {
          throw new SQLException(
              "the server does not sync its log, so a crash would take back what was acknowledged;"
                  + " set fsync=on on it",
              REFUSED);
        }
      }
    }
  }

  @Override
  PreparedStatement forKeys(Connection connection, String head, List<Bytes> keys, String tail)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(head + " = ANY (?)" + tail);
    statement.setArray(1, array(connection, keys.stream()));
    return statement;
  }

  // Reads some blocks wherever they are, and not the whole table.
  @Override
  List<Bytes> cuts(Connection connection, int parts) throws SQLException {
    double percent;
    String share = "SELECT least(100, 819200.0 * ? / greatest(1, pg_relation_size('%s')))";
    try (PreparedStatement size = connection.prepareStatement(share.formatted(OBJECTS))) {
      size.setInt(1, parts * BLOCKS_PER_PART);
      try (ResultSet row = size.executeQuery()) {
        percent = row.next() ? row.getDouble(1) : 100;
      }
    }
    String sample = "SELECT k FROM %s TABLESAMPLE SYSTEM (?) ORDER BY k".formatted(OBJECTS);
    try (PreparedStatement statement = connection.prepareStatement(sample)) {
      statement.setDouble(1, percent);
      return readKeys(statement);
    }
  }

  @Override
  void insertAll(Connection connection, List<KeyValueRow> rows) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT_ALL)) {
      bindArrays(connection, statement, rows);
      statement.executeUpdate();
      checkReplicated(statement);
    }
  }

  // If an operator cancels a commit that waits for a standby, the server reports success with a
  // warning: the change is there, and a failover may lose it.
  private static void checkReplicated(PreparedStatement statement) throws SQLException {
    for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
      if (String.valueOf(each.getSQLState()).startsWith(WARNINGS)) {
        throw new SQLException(each.getMessage(), COMPLETION_UNKNOWN, each);
      }
    }
  }

  private static void bindArrays(
      Connection connection, PreparedStatement statement, List<KeyValueRow> rows)
      throws SQLException {
    statement.setArray(1, array(connection, rows.stream().map(KeyValueRow::key)));
    statement.setArray(2, array(connection, rows.stream().map(KeyValueRow::content)));
  }

  private static java.sql.Array array(Connection connection, Stream<Bytes> values)
      throws SQLException {
    return connection.createArrayOf("bytea", values.map(Bytes::toByteArray).toArray(byte[][]::new));
  }

  @Override
  CasResult<Bytes> insert(Connection connection, String table, KeyValueRow row)
      throws SQLException {
    CasResult<Bytes> outcome =
        change(
            connection,
            table,
            "INSERT INTO %s (k, token, content) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            row.key(),
            row.key(),
            token(row),
            row.content());
    // The row may have come after the snapshot.
    return outcome.equals(CasResult.conflictWithNothing()) ? CasResult.conflict() : outcome;
  }

  @Override
  CasResult<Bytes> swap(Connection connection, String table, Bytes expected, KeyValueRow next)
      throws SQLException {
    return change(connection, table, SWAP, next.key(), swapped(expected, next));
  }

  private static Bytes[] swapped(Bytes expected, KeyValueRow next) {
    return new Bytes[] {token(next), next.content(), next.key(), expected};
  }

  /** One statement, of which the parts that write are always carried out, all or none. */
  @Override
  CasResult<Bytes> insertAndSwap(
      Connection connection,
      List<KeyValueRow> objects,
      String table,
      Bytes expected,
      KeyValueRow next)
      throws SQLException {
    String sql =
        "WITH written AS ("
            + INSERT_ALL
            + "), "
            + CHANGE.substring("WITH ".length()).formatted(SWAP.formatted(table), table);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bindArrays(connection, statement, objects);
      return change(statement, 3, next.key(), swapped(expected, next));
    }
  }

  @Override
  CasResult<Bytes> remove(Connection connection, String table, Bytes key, Bytes expected)
      throws SQLException {
    return change(
        connection, table, "DELETE FROM %s WHERE k = ? AND token = ?", key, key, expected);
  }

  private static CasResult<Bytes> change(
      Connection connection, String table, String change, Bytes key, Bytes... parameters)
      throws SQLException {
    String sql = CHANGE.formatted(change.formatted(table), table);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      return change(statement, 1, key, parameters);
    }
  }

  private static CasResult<Bytes> change(
      PreparedStatement statement, int first, Bytes key, Bytes[] parameters) throws SQLException {
    int next = first;
    for (Bytes parameter : parameters) {
      statement.setBytes(next++, parameter.toByteArray());
    }
    statement.setBytes(next, key.toByteArray());
    try (ResultSet row = statement.executeQuery()) {
      CasResult<Bytes> outcome = outcome(row);
      if (outcome.equals(CasResult.applied())) {
        checkReplicated(statement);
      }
      return outcome;
    }
  }

  private static CasResult<Bytes> outcome(ResultSet row) throws SQLException {
    if (!row.next()) {
      throw new SQLException("a statement that always has a row had none");
    }
    return row.getInt(1) > 0
        ? CasResult.applied()
        : new CasResult.Conflict<>(Optional.ofNullable(row.getBytes(2)).map(Bytes::wrap), true);
  }
}
