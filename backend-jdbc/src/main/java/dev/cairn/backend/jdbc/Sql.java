package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Executes statements with parameters. */
final class Sql {
  private Sql() {}

  /** What is read of a query's result. */
  @FunctionalInterface
  interface Reading<T> {
    T from(ResultSet rows) throws SQLException;
  }

  static <T> T query(Connection connection, String sql, Reading<T> reading, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters);
        ResultSet rows = statement.executeQuery()) {
      return reading.from(rows);
    }
  }

  /** Executes a statement without a result; returns how many rows it changed. */
  static int update(Connection connection, String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  // If a parameter is refused, the pool closes the statement when it takes the connection back.
  private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      if (parameters[i] instanceof Bytes bytes) {
        statement.setBytes(i + 1, bytes.toByteArray());
      } else {
        statement.setObject(i + 1, parameters[i]);
      }
    }
    return statement;
  }
}
