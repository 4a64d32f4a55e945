package dev.cairn.backend.jdbc;

import dev.cairn.api.BackendUnavailableException;
import java.sql.SQLException;
import java.util.Set;

/**
 * What errors of a database mean for callers.
 *
 * <p>An error that the server reports for a statement that commits by itself means that it was
 * rolled back. Connections that break, servers that shut down and whatever is not listed here leave
 * the outcome of a conditional write unknown.
 */
final class JdbcFailures {
  /** SQLSTATEs after which a statement did nothing. */
  static final Set<String> REFUSALS =
      Set.of(
          "08001", // no connection could be made
          "08004", // the server rejected the connection
          "25006", // the server takes no writes
          "40001", // serialization failure or deadlock: rolled back
          "40P01", // deadlock: rolled back
          "53300", // too many connections
          "55P03", // a lock was not available
          "57014", // cancelled, also by a time limit: rolled back
          "HYT00"); // a lock was not available in time

  /** Classes of SQLSTATEs by which a server refuses a statement: data, permissions, syntax. */
  static final Set<String> REFUSED_CLASSES = Set.of("0A", "22", "23", "28", "3D", "3F", "42");

  private static final Set<String> RACES = Set.of("40001", "40P01");

  private static final int MOST_OF_A_MESSAGE = 500;

  private final Dialect dialect;
  private final String where;

  /**
   * @param where names the database in messages
   */
  JdbcFailures(Dialect dialect, String where) {
    this.dialect = dialect;
    this.where = where;
  }

  /** Whether {@code e} proves that a statement did nothing. */
  boolean provesNothingWasDone(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return REFUSALS.contains(state)
        || (state.length() == 5 && REFUSED_CLASSES.contains(state.substring(0, 2)))
        || dialect.texts().refusals().contains(e.getErrorCode());
  }

  /** Whether a bulk call lost to another and would succeed if it were repeated at once. */
  boolean lostARace(SQLException e) {
    return RACES.contains(String.valueOf(e.getSQLState())) || dialect.isDuplicate(e);
  }

  /** Names the database. */
  String where() {
    return where;
  }

  /** A call that did nothing, or that may be repeated whatever it did. */
  BackendUnavailableException unavailable(SQLException e) {
    return new BackendUnavailableException(
        "%s cannot be used: %s".formatted(where, abbreviate(reason(e))), e);
  }

  // The pool wraps the reason why it got no connection into one that only says that it has none.
  private static String reason(SQLException e) {
    String message = String.valueOf(e.getMessage());
    return e.getCause() instanceof SQLException cause
        ? cause.getMessage() + " (" + message + ")"
        : message;
  }

  private static String abbreviate(String message) {
    return message.length() <= MOST_OF_A_MESSAGE
        ? message
        : message.substring(0, MOST_OF_A_MESSAGE) + "…";
  }
}
