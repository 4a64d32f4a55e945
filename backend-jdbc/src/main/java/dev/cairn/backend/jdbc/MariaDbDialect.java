package dev.cairn.backend.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** MariaDB and MySQL, with tables of InnoDB. Binary columns, so that keys compare as bytes. */
final class MariaDbDialect extends Dialect {
  private static final int DUPLICATE_KEY = 1062;
  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int READ_ONLY_OPTION = 1290;
  private static final int READ_ONLY_MODE = 1836;

  private static final String TABLE_OF =
      " FROM information_schema.tables WHERE table_schema = DATABASE()"
          + " AND table_name IN ('cairn_objects', 'cairn_references')";

  @Override
  List<String> schemes() {
    return List.of("jdbc:mariadb:", "jdbc:mysql:");
  }

  // With several servers the driver looks for another by itself and sends a statement again.
  @Override
  void check(String url) {
    if (!url.matches("(?s)jdbc:(mariadb|mysql)://[^/,?]+([/?].*)?")) {
      throw JdbcUrl.refused(
          "it must name one server, as in jdbc:mariadb://host:3306/database; for failover give an"
              + " address that leads to the primary");
    }
  }

  @Override
  Map<String, String> properties(JdbcSettings settings) {
    return Map.of(
        "connectTimeout",
        Long.toString(settings.connectTimeout().toMillis()),
        "socketTimeout",
        Long.toString(replyMillis(settings)),
        "tcpKeepAlive",
        "true",
        "permitMysqlScheme",
        "true");
  }

  @Override
  void begin(Connection connection, JdbcSettings settings) throws SQLException {
    long seconds = (settings.requestTimeout().toMillis() + 999) / 1_000;
    try (Statement statement = connection.createStatement()) {
      Map<String, String> variables = new HashMap<>();
      try (ResultSet rows =
          statement.executeQuery(
              "SHOW VARIABLES WHERE Variable_name IN ('read_only', 'super_read_only', 'wsrep_on',"
                  + " 'wsrep_sync_wait', 'innodb_flush_log_at_trx_commit')")) {
        while (rows.next()) {
          variables.put(rows.getString(1), rows.getString(2));
        }
      }
      refuse(variables);
      // Values that are too long have to be refused and not cut off.
      statement.execute(
          "SET SESSION sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES'),"
              + " SESSION innodb_lock_wait_timeout = "
              + seconds);
    }
  }

  static void refuse(Map<String, String> variables) throws SQLException {
    if ("ON".equals(variables.get("read_only")) || "ON".equals(variables.get("super_read_only"))) {
      throw new SQLException(
          "the server is read-only, so it may be a replica with old rows; name the primary",
          "25006");
    }
    if ("ON".equals(variables.get("wsrep_on")) && "0".equals(variables.get("wsrep_sync_wait"))) {
      throw new SQLException(
          "the server is a Galera node whose reads may be old; set wsrep_sync_wait=15 on it",
          "25006");
    }
    if ("0".equals(variables.get("innodb_flush_log_at_trx_commit"))) {
      throw new SQLException(
          "the server does not write its log at commit, so a crash would take back what was"
              + " acknowledged; set innodb_flush_log_at_trx_commit=1 on it",
          "25006");
    }
  }

  @Override
  List<String> tables() {
    return List.of(
        "CREATE TABLE IF NOT EXISTS cairn_objects (k VARBINARY(640) NOT NULL PRIMARY KEY,"
            + " token VARBINARY(16), content MEDIUMBLOB NOT NULL) ENGINE = InnoDB",
        "CREATE TABLE IF NOT EXISTS cairn_references (k VARBINARY(640) NOT NULL PRIMARY KEY,"
            + " token VARBINARY(16) NOT NULL, content MEDIUMBLOB NOT NULL) ENGINE = InnoDB",
        "CREATE TABLE IF NOT EXISTS cairn_schema (name VARCHAR(16) NOT NULL PRIMARY KEY,"
            + " format INTEGER NOT NULL, cas_domain VARCHAR(128) NOT NULL) ENGINE = InnoDB"
            + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
  }

  @Override
  Optional<String> faults() {
    return Optional.of(
        "SELECT CONCAT('the table ', table_name, ' has the engine ', engine, ', not InnoDB')"
            + TABLE_OF
            + " AND engine <> 'InnoDB'");
  }

  @Override
  String sizes() {
    return "SELECT table_name, table_rows, data_length + index_length" + TABLE_OF;
  }

  @Override
  Optional<String> clock() {
    return Optional.of("SELECT CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS SIGNED)");
  }

  @Override
  Set<Integer> refusals() {
    return Set.of(LOCK_WAIT_TIMEOUT, READ_ONLY_OPTION, READ_ONLY_MODE);
  }

  @Override
  boolean isReadOnly(SQLException e) {
    return super.isReadOnly(e)
        || e.getErrorCode() == READ_ONLY_OPTION
        || e.getErrorCode() == READ_ONLY_MODE;
  }

  @Override
  boolean isDuplicate(SQLException e) {
    return e.getErrorCode() == DUPLICATE_KEY;
  }

  @Override
  void insertAll(Connection connection, List<StoredRow> rows) throws SQLException {
    String values = "(?, ?), ".repeat(rows.size() - 1) + "(?, ?)";
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO cairn_objects (k, content) VALUES "
                + values
                + " ON DUPLICATE KEY UPDATE k = cairn_objects.k")) {
      bindAll(statement, rows);
      statement.executeUpdate();
    }
  }
}
