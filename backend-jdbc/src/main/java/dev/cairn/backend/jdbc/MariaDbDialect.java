package dev.cairn.backend.jdbc;

import dev.cairn.api.spi.KeyValueRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** MariaDB and MySQL, with tables of InnoDB. Binary columns, so that keys compare as bytes. */
final class MariaDbDialect extends Dialect {
  private static final int DUPLICATE_KEY = 1062;
  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int READ_ONLY_OPTION = 1290;
  private static final int READ_ONLY_MODE = 1836;

  // Reads, updates and deletes, inserts.
  private static final int SYNC_WAIT = 1 | 2 | 4;

  private static final String TABLE_OF =
      " FROM information_schema.tables WHERE table_schema = DATABASE()"
          + " AND table_name IN ('cairn_objects', 'cairn_references')";

  private static final String VARIABLES =
      "SHOW VARIABLES WHERE Variable_name IN ('read_only', 'super_read_only', 'wsrep_on',"
          + " 'wsrep_sync_wait', 'group_replication_consistency',"
          + " 'innodb_flush_log_at_trx_commit', 'log_bin', 'sync_binlog')";

  MariaDbDialect() {
    super(
        new Texts(
            List.of("jdbc:mariadb:", "jdbc:mysql:"),
            List.of(
                "CREATE TABLE IF NOT EXISTS cairn_objects (k VARBINARY(640) NOT NULL PRIMARY KEY,"
                    + " token VARBINARY(16), content MEDIUMBLOB NOT NULL) ENGINE = InnoDB",
                "CREATE TABLE IF NOT EXISTS cairn_references (k VARBINARY(640) NOT NULL PRIMARY KEY,"
                    + " token VARBINARY(16) NOT NULL, content MEDIUMBLOB NOT NULL) ENGINE = InnoDB",
                "CREATE TABLE IF NOT EXISTS cairn_schema (name VARCHAR(16) NOT NULL PRIMARY KEY,"
                    + " format INTEGER NOT NULL, cas_domain VARCHAR(128) NOT NULL) ENGINE = InnoDB"
                    + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"),
            "SELECT CONCAT('the table ', table_name, ' has the engine ', engine, ', not InnoDB')"
                + TABLE_OF
                + " AND engine <> 'InnoDB'",
            "SELECT table_name, table_rows, data_length + index_length" + TABLE_OF,
            Optional.of("SELECT CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS SIGNED)"),
            Set.of(LOCK_WAIT_TIMEOUT, READ_ONLY_OPTION, READ_ONLY_MODE)));
  }

  // With several servers the driver looks for another by itself and sends a statement again.
  @Override
  void check(String url) {
    if (!url.matches("(?s)jdbc:(mariadb|mysql)://[^/,?]+([/?].*)?")) {
      throw JdbcUrl.refused(
          "it must name one server, as in jdbc:mariadb://host:3306/database; for failover give an"
              + " address that leads to the primary");
    }
    JdbcUrl.check(
        url, "autoReconnect", "false", "a new connection must be checked before it is used");
  }

  @Override
  void configure(Properties properties, JdbcSettings settings) {
    properties.setProperty("connectTimeout", "" + settings.connectTimeout().toMillis());
    properties.setProperty("socketTimeout", "" + replyMillis(settings));
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("permitMysqlScheme", "true");
  }

  @Override
  void begin(Connection connection, JdbcSettings settings) throws SQLException {
    refuse(Sql.query(connection, VARIABLES, MariaDbDialect::variables));
    // Values that are too long have to be refused and not cut off.
    int unused =
        Sql.update(
            connection,
            "SET SESSION sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES'),"
                + " SESSION innodb_lock_wait_timeout = "
                + (settings.requestTimeout().toMillis() + 999) / 1_000);
  }

  private static Map<String, String> variables(ResultSet rows) throws SQLException {
    Map<String, String> variables = new HashMap<>();
    while (rows.next()) {
      variables.put(rows.getString(1), rows.getString(2));
    }
    return variables;
  }

  static void refuse(Map<String, String> variables) throws SQLException {
    refuseIf(
        !variables.getOrDefault("read_only", "OFF").equals("OFF")
            || !variables.getOrDefault("super_read_only", "OFF").equals("OFF"),
        "the server is read-only, so it may be a replica with old rows; name the primary");
    refuseIf(
        variables.getOrDefault("wsrep_on", "OFF").equals("ON")
            && (Integer.parseInt(variables.getOrDefault("wsrep_sync_wait", "0")) & SYNC_WAIT)
                != SYNC_WAIT,
        "the server is a Galera node that may answer from old rows; set wsrep_sync_wait=15 on it");
    refuseIf(
        variables.getOrDefault("group_replication_consistency", "").equals("EVENTUAL"),
        "the server is of a group that may answer from old rows; set"
            + " group_replication_consistency=BEFORE_ON_PRIMARY_FAILOVER on it, in single-primary"
            + " mode");
    // 3 syncs once more than 1.
    refuseIf(
        !Set.of("1", "3").contains(variables.getOrDefault("innodb_flush_log_at_trx_commit", "1")),
        "the server does not sync its log at commit, so a crash would take back what was"
            + " acknowledged; set innodb_flush_log_at_trx_commit=1 on it");
    // With a binary log, recovery rolls back what is prepared in InnoDB and not found there.
    refuseIf(
        variables.getOrDefault("log_bin", "OFF").equals("ON")
            && !variables.getOrDefault("sync_binlog", "1").equals("1"),
        "the server does not sync its binary log at commit, so a crash would take back what was"
            + " acknowledged; set sync_binlog=1 on it");
  }

  private static void refuseIf(boolean condition, String why) throws SQLException {
    if (condition) {
      throw new SQLException(why, REFUSED);
    }
  }

  @Override
  boolean isReadOnly(SQLException e) {
    return super.isReadOnly(e)
        || Set.of(READ_ONLY_OPTION, READ_ONLY_MODE).contains(e.getErrorCode());
  }

  @Override
  boolean isDuplicate(SQLException e) {
    return e.getErrorCode() == DUPLICATE_KEY;
  }

  @Override
  int insertAll(Connection connection, List<KeyValueRow> rows) throws SQLException {
    String insert =
        "INSERT INTO cairn_objects (k, content) VALUES %s(?, ?)"
            + " ON DUPLICATE KEY UPDATE k = cairn_objects.k";
    return insertAll(connection, insert.formatted("(?, ?), ".repeat(rows.size() - 1)), rows);
  }
}
