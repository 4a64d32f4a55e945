package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.KeyValueRow;
import dev.cairn.api.spi.KeyValueTable;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of one kind as the rows of one table. */
final class JdbcTable implements KeyValueTable {
  private static final String SELECT = "SELECT k, token, content FROM %s WHERE k";

  private final ConnectionPool pool;
  private final String name;

  JdbcTable(ConnectionPool pool, String name) {
    this.pool = pool;
    this.name = name;
  }

  @Override
  public List<KeyValueRow> read(List<Bytes> keys) {
    return pool.call(
        connection -> {
          try (PreparedStatement query =
              pool.dialect().forKeys(connection, SELECT.formatted(name), keys, "")) {
            return readAll(query);
          }
        });
  }

  private static List<KeyValueRow> readAll(PreparedStatement query) throws SQLException {
    List<KeyValueRow> all = new ArrayList<>();
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        all.add(
            new KeyValueRow(
                Bytes.wrap(rows.getBytes(1)),
                Optional.ofNullable(rows.getBytes(2)).map(Bytes::wrap),
                Bytes.wrap(rows.getBytes(3))));
      }
    }
    return all;
  }

  @Override
  public CasResult<Bytes> insert(KeyValueRow row) {
    return pool.conditionally(connection -> pool.dialect().insert(connection, name, row));
  }

  @Override
  public CasResult<Bytes> swap(Token expected, KeyValueRow next) {
    return pool.conditionally(
        connection -> pool.dialect().swap(connection, name, expected.toBytes(), next));
  }

  /** Swaps and writes immutable objects in the same transaction. */
  CasResult<Bytes> swap(Token expected, KeyValueRow next, List<KeyValueRow> objects) {
    return pool.conditionally(
        connection ->
            pool.dialect().insertAndSwap(connection, objects, name, expected.toBytes(), next));
  }

  @Override
  public CasResult<Bytes> remove(Bytes key, Token expected) {
    return pool.conditionally(
        connection -> pool.dialect().remove(connection, name, key, expected.toBytes()));
  }

  @Override
  public void write(List<KeyValueRow> rows) {
    boolean unused =
        pool.call(
            connection -> {
              pool.dialect().insertAll(connection, rows);
              return true;
            });
  }

  @Override
  public void delete(List<Bytes> keys) {
    String head = "DELETE FROM %s WHERE k".formatted(name);
    int unused =
        pool.call(
            connection -> {
              try (PreparedStatement delete =
                  pool.dialect().forKeys(connection, head, keys, " AND token IS NULL")) {
                return delete.executeUpdate();
              }
            });
  }

  @Override
  public List<KeyValueRow> page(Bytes from, Bytes end, int limit) {
    String query = SELECT.formatted(name) + " >= ? AND k < ? ORDER BY k LIMIT ?";
    return pool.call(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setBytes(1, from.toByteArray());
            statement.setBytes(2, end.toByteArray());
            statement.setInt(3, limit);
            return readAll(statement);
          }
        });
  }

  @Override
  public List<Bytes> cuts(int parts) {
    List<Bytes> keys = pool.call(connection -> pool.dialect().cuts(connection, parts));
    List<Bytes> cuts = new ArrayList<>();
    for (int part = 1; part < parts; part++) {
      int index = (int) ((long) keys.size() * part / parts) - 1;
      if (index >= 0) {
        cuts.add(keys.get(index));
      }
    }
    return cuts;
  }
}
