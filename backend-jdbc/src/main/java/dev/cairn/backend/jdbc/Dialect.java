package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.KeyValueRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

  static final String SWAP = "UPDATE %s SET token = ?, content = ? WHERE k = ? AND token = ?";
  static final String REMOVE = "DELETE FROM %s WHERE k = ? AND token = ?";

  /** The SQLSTATE for a server that must not be used: it takes no writes, or none that last. */
  static final String REFUSED = "25006";

  /**
   * What is said differently to each kind of database.
   *
   * @param schemes what URLs begin with
   * @param tables the statements that create the tables, each harmless if its table is there
   * @param faults a query for sentences about what is wrong with tables whose columns are right
   * @param sizes a query for the names of tables, their numbers of rows and bytes, below 0 if
   *     unknown
   * @param clock a query for the clock in microseconds since 1970, unless it is the clock of this
   *     process
   * @param refusals errors besides those of {@link JdbcFailures} after which nothing was done, by
   *     the vendor's number
   */
  record Texts(
      List<String> schemes,
      List<String> tables,
      String faults,
      String sizes,
      Optional<String> clock,
      Set<Integer> refusals) {}

  // If the server gives up in time, its error should arrive before the connection is cut off.
  private static final Duration REPLY_MARGIN = Duration.ofSeconds(2);

  private final Texts texts;

  Dialect(Texts texts) {
    this.texts = texts;
  }

  final Texts texts() {
    return texts;
  }

  static long replyMillis(JdbcSettings settings) {
    return settings.requestTimeout().plus(REPLY_MARGIN).toMillis();
  }

  /** Refuses URLs that would weaken a promise. */
  abstract void check(String url);

  /** Tells the driver what it needs to know; what the URL says wins. */
  void configure(Properties properties, JdbcSettings settings) {}

  /**
   * Prepares a new connection.
   *
   * @throws SQLException also if it leads to a server that may lag behind or takes no writes
   */
  abstract void begin(Connection connection, JdbcSettings settings) throws SQLException;

  /** Whether the server takes no writes any more, so that no connection to it is of use. */
  boolean isReadOnly(SQLException e) {
    return REFUSED.equals(e.getSQLState());
  }

  /** Whether a row was there already. */
  boolean isDuplicate(SQLException e) {
    return "23505".equals(e.getSQLState());
  }

  // Keys.

  /** What follows a column to find {@link #parameters}. */
  String among(int keys) {
    return "IN (%s?)".formatted("?, ".repeat(padded(keys) - 1));
  }

  /** The parameters that stand for keys. */
  Object[] parameters(Connection connection, List<Bytes> keys) throws SQLException {
    return IntStream.range(0, padded(keys.size()))
        .mapToObj(i -> keys.get(Math.min(i, keys.size() - 1)))
        .toArray();
  }

  // Few different statements, so that they can be kept prepared; a key may be named twice.
  private static int padded(int keys) {
    return Integer.highestOneBit(Math.max(1, keys * 2 - 1));
  }

  /** Keys of objects in their order, at least so many and spread evenly, if there are as many. */
  List<Bytes> sample(Connection connection, int keys) throws SQLException {
    String query =
        "SELECT k FROM (SELECT k, ROW_NUMBER() OVER (ORDER BY k) AS n, COUNT(*) OVER () AS c"
            + " FROM cairn_objects) AS numbered"
            + " WHERE MOD(n, GREATEST(1, FLOOR(c / ?))) = 0 ORDER BY k";
    return Sql.query(connection, query, Dialect::keys, keys);
  }

  static List<Bytes> keys(ResultSet rows) throws SQLException {
    List<Bytes> keys = new ArrayList<>();
    while (rows.next()) {
      keys.add(Bytes.wrap(rows.getBytes(1)));
    }
    return keys;
  }

  // Writes.

  /** Writes immutable rows with different keys; those that are there stay. */
  abstract int insertAll(Connection connection, List<KeyValueRow> rows) throws SQLException;

  /** Executes a statement with the keys and contents of rows as its parameters. */
  static int insertAll(Connection connection, String sql, List<KeyValueRow> rows)
      throws SQLException {
    return Sql.update(
        connection,
        sql,
        rows.stream().flatMap(row -> Stream.of(row.key(), row.content())).toArray());
  }

  CasResult<Bytes> insert(Connection connection, String table, KeyValueRow row)
      throws SQLException {
    String insert = "INSERT INTO %s (k, token, content) VALUES (?, ?, ?)".formatted(table);
    try {
      return outcome(Sql.update(connection, insert, row.key(), token(row), row.content()));
    } catch (SQLException e) {
      if (isDuplicate(e)) {
        return CasResult.conflict();
      }
      throw e;
    }
  }

  CasResult<Bytes> swap(Connection connection, String table, Bytes expected, KeyValueRow next)
      throws SQLException {
    return outcome(
        Sql.update(
            connection, SWAP.formatted(table), token(next), next.content(), next.key(), expected));
  }

  /**
   * Writes immutable objects and swaps a row, in one transaction. It stays open if the swap is not
   * applied or something fails, and {@link ConnectionPool} rolls it back.
   */
  CasResult<Bytes> insertAndSwap(
      Connection connection,
      List<KeyValueRow> objects,
      String table,
      Bytes expected,
      KeyValueRow next)
      throws SQLException {
    connection.setAutoCommit(false);
    int unused = insertAll(connection, objects);
    CasResult<Bytes> outcome = swap(connection, table, expected, next);
    if (outcome.equals(CasResult.applied())) {
      connection.commit();
    }
    return outcome;
  }

  CasResult<Bytes> remove(Connection connection, String table, Bytes key, Bytes expected)
      throws SQLException {
    return outcome(Sql.update(connection, REMOVE.formatted(table), key, expected));
  }

  static Bytes token(KeyValueRow row) {
    return row.token().orElseThrow(() -> new IllegalArgumentException("no token: " + row.key()));
  }

  private static CasResult<Bytes> outcome(int rows) {
    return rows == 0 ? CasResult.conflict() : CasResult.applied();
  }
}
