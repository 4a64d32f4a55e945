package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.KeyValueRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** H2, usually a part of this process: for tests, and for tools of one process. */
final class H2Dialect extends Dialect {
  private static final int LOCK_TIMEOUT = 50200;
  private static final int CONCURRENT_UPDATE = 90131;

  H2Dialect() {
    super(
        new Texts(
            List.of("jdbc:h2:"),
            List.of(
                "CREATE TABLE IF NOT EXISTS cairn_objects (k VARBINARY(640) PRIMARY KEY,"
                    + " token VARBINARY(16), content VARBINARY(1048576) NOT NULL)",
                "CREATE TABLE IF NOT EXISTS cairn_references (k VARBINARY(640) PRIMARY KEY,"
                    + " token VARBINARY(16) NOT NULL, content VARBINARY(1048576) NOT NULL)",
                "CREATE TABLE IF NOT EXISTS cairn_schema (name VARCHAR(16) PRIMARY KEY,"
                    + " format INTEGER NOT NULL, cas_domain VARCHAR(128) NOT NULL)"),
            "SELECT NULL WHERE FALSE",
            "SELECT table_name, row_count_estimate, -1 FROM information_schema.tables"
                + " WHERE table_schema = CURRENT_SCHEMA"
                + " AND table_name IN ('CAIRN_OBJECTS', 'CAIRN_REFERENCES')",
            Optional.empty(),
            Set.of(LOCK_TIMEOUT, CONCURRENT_UPDATE)));
  }

  @Override
  void check(String url) {
    JdbcUrl.check(
        url,
        "OPTIMIZE_REUSE_RESULTS",
        "0",
        "a query would be answered from what the connection read before");
    for (String option : List.of("AUTO_RECONNECT", "AUTO_SERVER")) {
      JdbcUrl.check(
          url,
          option,
          "FALSE",
          "after a lost connection the driver would send a write again, which then conflicts with"
              + " itself");
    }
  }

  @Override
  void begin(Connection connection, JdbcSettings settings) throws SQLException {
    long millis = settings.requestTimeout().toMillis();
    String options =
        "SET OPTIMIZE_REUSE_RESULTS 0; SET WRITE_DELAY 0; SET LOCK_TIMEOUT %1$s;"
            + " SET QUERY_TIMEOUT %1$s";
    int unused = Sql.update(connection, options.formatted(millis));
    if (connection.isReadOnly()) {
      throw new SQLException("the database is read-only", REFUSED);
    }
  }

  // Two of these at once can both find a row missing; then one fails and is repeated.
  @Override
  int insertAll(Connection connection, List<KeyValueRow> rows) throws SQLException {
    String row = "(CAST(? AS VARBINARY), CAST(? AS VARBINARY))";
    String merge =
        "MERGE INTO cairn_objects AS t USING (VALUES %s%s) AS s (k, content) ON t.k = s.k"
            + " WHEN NOT MATCHED THEN INSERT (k, content) VALUES (s.k, s.content)";
    return insertAll(connection, merge.formatted((row + ", ").repeat(rows.size() - 1), row), rows);
  }
}
