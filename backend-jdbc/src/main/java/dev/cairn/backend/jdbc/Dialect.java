package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one kind of database has of its own. Statements here are those that MariaDB, MySQL and H2
 * share.
 *
 * <p>Every write is one statement on a connection that commits by itself, at read committed: the
 * statement finds the row by key and token and changes it in one step, and its row count decides.
 */
abstract class Dialect {
  static final String OBJECTS = "cairn_objects";
  static final String REFERENCES = "cairn_references";
  static final String SCHEMA = "cairn_schema";

  /** The SQLSTATE for a server that must not be used: it takes no writes, or none that last. */
  static final String REFUSED = "25006";

  // A server that gives up in time should be heard, rather than cut off.
  private static final Duration REPLY_MARGIN = Duration.ofSeconds(2);

  static long replyMillis(JdbcSettings settings) {
    return settings.requestTimeout().plus(REPLY_MARGIN).toMillis();
  }

  /** What URLs begin with. */
  abstract List<String> schemes();

  /** Refuses URLs that would weaken a promise. */
  abstract void check(String url);

  /** What to tell the driver; what the URL says wins. */
  abstract Map<String, String> properties(JdbcSettings settings);

  /**
   * Prepares a new connection.
   *
   * @throws SQLException also if it leads to a server that may lag behind or takes no writes
   */
  abstract void begin(Connection connection, JdbcSettings settings) throws SQLException;

  /** The statements that create the tables, each harmless if its table is there. */
  abstract List<String> tables();

  /** A query for sentences about what is wrong with tables whose columns are right. */
  abstract Optional<String> faults();

  /** A query for the names of tables, their numbers of rows and bytes, below 0 if unknown. */
  abstract String sizes();

  /** A query for the clock in microseconds since 1970, unless it is the clock of this process. */
  abstract Optional<String> clock();

  /**
   * Errors besides those of {@link JdbcFailures} after which nothing was done, by the vendor's
   * number.
   */
  abstract Set<Integer> refusals();

  /** Whether the server takes no writes any more, so that no connection to it is of use. */
  boolean isReadOnly(SQLException e) {
    return REFUSED.equals(e.getSQLState());
  }

  /** Whether a row was there already. */
  boolean isDuplicate(SQLException e) {
    return "23505".equals(e.getSQLState());
  }

  // Keys.

  /** Completes {@code head}, which ends with a column, for rows with these keys. */
  PreparedStatement forKeys(Connection connection, String head, List<Bytes> keys, String tail)
      throws SQLException {
    // Few different statements, so that they can be kept prepared; a key may be named twice.
    int padded = Integer.highestOneBit(Math.max(1, keys.size() * 2 - 1));
    String marks = "?, ".repeat(padded - 1) + "?";
    PreparedStatement statement = connection.prepareStatement(head + " IN (" + marks + ")" + tail);
    for (int i = 0; i < padded; i++) {
      statement.setBytes(i + 1, keys.get(Math.min(i, keys.size() - 1)).toByteArray());
    }
    return statement;
  }

  /** Keys of objects in their order that cut all of them into about so many equal parts. */
  List<Bytes> cuts(Connection connection, int parts) throws SQLException {
    String query =
        "SELECT k FROM (SELECT k, ROW_NUMBER() OVER (ORDER BY k) AS n, COUNT(*) OVER () AS c"
            + " FROM %s) AS numbered WHERE MOD(n, GREATEST(1, FLOOR(c / ?))) = 0 ORDER BY k"
                .formatted(OBJECTS);
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setInt(1, parts);
      return readKeys(statement);
    }
  }

  static List<Bytes> readKeys(PreparedStatement statement) throws SQLException {
    List<Bytes> keys = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        keys.add(Bytes.wrap(rows.getBytes(1)));
      }
    }
    return keys;
  }

  // Writes.

  /** Writes immutable rows with different keys; those that are there stay. */
  abstract void insertAll(Connection connection, List<StoredRow> rows) throws SQLException;

  /** Binds the keys and contents of rows, one after the other. */
  static void bindAll(PreparedStatement statement, List<StoredRow> rows) throws SQLException {
    int next = 1;
    for (StoredRow row : rows) {
      statement.setBytes(next++, row.keyBytes());
      statement.setBytes(next++, row.contentBytes());
    }
  }

  StatementOutcome insert(Connection connection, String table, StoredRow row) throws SQLException {
    String insert = "INSERT INTO %s (k, token, content) VALUES (?, ?, ?)".formatted(table);
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setBytes(1, row.keyBytes());
      statement.setBytes(2, row.tokenBytes());
      statement.setBytes(3, row.contentBytes());
      return StatementOutcome.ofCount(statement.executeUpdate());
    } catch (SQLException e) {
      if (isDuplicate(e)) {
        return StatementOutcome.CONFLICT;
      }
      throw e;
    }
  }

  StatementOutcome swap(Connection connection, String table, Bytes expected, StoredRow next)
      throws SQLException {
    String update =
        "UPDATE %s SET token = ?, content = ? WHERE k = ? AND token = ?".formatted(table);
    try (PreparedStatement statement = connection.prepareStatement(update)) {
      statement.setBytes(1, next.tokenBytes());
      statement.setBytes(2, next.contentBytes());
      statement.setBytes(3, next.keyBytes());
      statement.setBytes(4, expected.toByteArray());
      return StatementOutcome.ofCount(statement.executeUpdate());
    }
  }

  /**
   * Writes immutable objects and swaps a row, in one transaction. It stays open if the swap is not
   * applied or something fails, and {@link ConnectionPool} rolls it back.
   */
  StatementOutcome insertAndSwap(
      Connection connection, List<StoredRow> objects, String table, Bytes expected, StoredRow next)
      throws SQLException {
    connection.setAutoCommit(false);
    insertAll(connection, objects);
    StatementOutcome outcome = swap(connection, table, expected, next);
    if (outcome.applied()) {
      connection.commit();
    }
    return outcome;
  }

  StatementOutcome remove(Connection connection, String table, Bytes key, Bytes expected)
      throws SQLException {
    String delete = "DELETE FROM %s WHERE k = ? AND token = ?".formatted(table);
    try (PreparedStatement statement = connection.prepareStatement(delete)) {
      statement.setBytes(1, key.toByteArray());
      statement.setBytes(2, expected.toByteArray());
      return StatementOutcome.ofCount(statement.executeUpdate());
    }
  }
}
