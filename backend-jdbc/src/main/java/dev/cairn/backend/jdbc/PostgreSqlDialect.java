package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.KeyValueRow;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
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

  private static final String INSERT_ALL =
      "INSERT INTO cairn_objects (k, content) SELECT * FROM unnest(?, ?) ON CONFLICT DO NOTHING";

  private static final String CHANGE =
      "done AS (%s RETURNING 1) SELECT (SELECT count(*) FROM done),"
          + " (SELECT content FROM %s WHERE k = ? AND NOT EXISTS (SELECT 1 FROM done))";

  // Some blocks wherever they are, and not the whole table.
  private static final String SAMPLE =
      "SELECT k FROM cairn_objects TABLESAMPLE SYSTEM (least(100, 819200.0 * ?"
          + " / greatest(1, pg_relation_size('cairn_objects')))) ORDER BY k";

  private static final int BLOCKS_PER_KEY = 8;

  private static final String WARNINGS = "01";
  private static final String COMPLETION_UNKNOWN = "40003";

  PostgreSqlDialect() {
    super(
        new Texts(
            List.of("jdbc:postgresql:"),
            TABLES,
            FAULTS,
            SIZES,
            Optional.of("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"),
            Set.of()));
  }

  @Override
  void check(String url) {
    JdbcUrl.check(url, "targetServerType", "primary", "other servers answer with old rows");
  }

  @Override
  void configure(Properties properties, JdbcSettings settings) {
    properties.setProperty("ApplicationName", "cairn");
    properties.setProperty("targetServerType", "primary");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("connectTimeout", seconds(settings.connectTimeout().toMillis()));
    properties.setProperty("loginTimeout", seconds(settings.connectTimeout().toMillis()));
    properties.setProperty("socketTimeout", seconds(replyMillis(settings)));
  }

  private static String seconds(long millis) {
    return Long.toString((millis + 999) / 1_000);
  }

  @Override
  void begin(Connection connection, JdbcSettings settings) throws SQLException {
    String timeout = Long.toString(settings.requestTimeout().toMillis());
    boolean unused = Sql.query(connection, SESSION, PostgreSqlDialect::isUsable, timeout);
  }

  private static boolean isUsable(ResultSet session) throws SQLException {
    if (!session.next() || session.getBoolean(1) || "on".equals(session.getString(2))) {
      throw new SQLException(
          "the server is a standby or takes no writes, so its rows may be old; name the primary,"
              + " or all servers of which one is the primary",
          REFUSED);
    }
    if ("off".equals(session.getString(3))) {
      throw new SQLException(
          "the server does not sync its log, so a crash would take back what was acknowledged;"
              + " set fsync=on on it",
          REFUSED);
    }
    return true;
  }

  @Override
  String among(int keys) {
    return "= ANY (?)";
  }

  @Override
  Object[] parameters(Connection connection, List<Bytes> keys) throws SQLException {
    return new Object[] {array(connection, keys.stream())};
  }

  private static Array array(Connection connection, Stream<Bytes> values) throws SQLException {
    return connection.createArrayOf("bytea", values.map(Bytes::toByteArray).toArray(byte[][]::new));
  }

  @Override
  List<Bytes> sample(Connection connection, int keys) throws SQLException {
    return Sql.query(connection, SAMPLE, Dialect::keys, keys * BLOCKS_PER_KEY);
  }

  @Override
  int insertAll(Connection connection, List<KeyValueRow> rows) throws SQLException {
    return Sql.query(
        connection,
        "WITH done AS (%s RETURNING 1) SELECT count(*) FROM done".formatted(INSERT_ALL),
        PostgreSqlDialect::changed,
        array(connection, rows.stream().map(KeyValueRow::key)),
        array(connection, rows.stream().map(KeyValueRow::content)));
  }

  // If an operator cancels a commit that waits for a standby, the server reports success with a
  // warning: the change is there, and a failover may lose it.
  private static int changed(ResultSet row) throws SQLException {
    SQLWarning warning = row.getStatement().getWarnings();
    for (; warning != null; warning = warning.getNextWarning()) {
      if (String.valueOf(warning.getSQLState()).startsWith(WARNINGS)) {
        throw new SQLException(warning.getMessage(), COMPLETION_UNKNOWN, warning);
      }
    }
    return row.next() ? row.getInt(1) : 0;
  }

  @Override
  CasResult<Bytes> insert(Connection connection, String table, KeyValueRow row)
      throws SQLException {
    String insert = "INSERT INTO %s (k, token, content) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
    CasResult<Bytes> outcome =
        change(connection, insert, table, row.key(), token(row), row.content(), row.key());
    // The row may have come after the snapshot.
    return outcome.equals(CasResult.conflictWithNothing()) ? CasResult.conflict() : outcome;
  }

  @Override
  CasResult<Bytes> swap(Connection connection, String table, Bytes expected, KeyValueRow next)
      throws SQLException {
    return change(
        connection, SWAP, table, token(next), next.content(), next.key(), expected, next.key());
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
    return Sql.query(
        connection,
        "WITH written AS (%s), ".formatted(INSERT_ALL)
            + CHANGE.formatted(SWAP.formatted(table), table),
        PostgreSqlDialect::outcome,
        array(connection, objects.stream().map(KeyValueRow::key)),
        array(connection, objects.stream().map(KeyValueRow::content)),
        token(next),
        next.content(),
        next.key(),
        expected,
        next.key());
  }

  @Override
  CasResult<Bytes> remove(Connection connection, String table, Bytes key, Bytes expected)
      throws SQLException {
    return change(connection, REMOVE, table, key, expected, key);
  }

  /** Executes a change; the last parameter is the key of the row to show in case of a conflict. */
  private static CasResult<Bytes> change(
      Connection connection, String change, String table, Object... parameters)
      throws SQLException {
    String sql = "WITH " + CHANGE.formatted(change.formatted(table), table);
    return Sql.query(connection, sql, PostgreSqlDialect::outcome, parameters);
  }

  private static CasResult<Bytes> outcome(ResultSet row) throws SQLException {
    return changed(row) > 0
        ? CasResult.applied()
        : new CasResult.Conflict<>(Optional.ofNullable(row.getBytes(2)).map(Bytes::wrap), true);
  }
}
