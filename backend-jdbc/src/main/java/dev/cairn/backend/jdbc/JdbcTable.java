package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.KeyValueRow;
import dev.cairn.api.spi.KeyValueTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of one kind as the rows of one table. */
final class JdbcTable implements KeyValueTable {
  private static final String SELECT = "SELECT k, token, content FROM %s WHERE k ";

  private final ConnectionPool pool;
  private final Dialect dialect;
  private final String name;

  JdbcTable(ConnectionPool pool, String name) {
    this.pool = pool;
    this.name = name;
    dialect = pool.dialect();
  }

  @Override
  public List<KeyValueRow> read(List<Bytes> keys) {
    String query = SELECT.formatted(name) + dialect.among(keys.size());
    return pool.call(
        connection ->
            Sql.query(connection, query, JdbcTable::rows, dialect.parameters(connection, keys)));
  }

  private static List<KeyValueRow> rows(ResultSet rows) throws SQLException {
    List<KeyValueRow> all = new ArrayList<>();
    while (rows.next()) {
      all.add(
          new KeyValueRow(
              Bytes.wrap(rows.getBytes(1)),
              Optional.ofNullable(rows.getBytes(2)).map(Bytes::wrap),
              Bytes.wrap(rows.getBytes(3))));
    }
    return all;
  }

  @Override
  public CasResult<Bytes> insert(KeyValueRow row) {
    return pool.conditionally(connection -> dialect.insert(connection, name, row));
  }

  @Override
  public CasResult<Bytes> swap(Token expected, KeyValueRow next) {
    return pool.conditionally(
        connection -> dialect.swap(connection, name, expected.toBytes(), next));
  }

  /** One transaction. */
  @Override
  public CasResult<Bytes> writeAndSwap(
      KeyValueTable objects, List<KeyValueRow> rows, Token expected, KeyValueRow next) {
    return pool.conditionally(
        connection -> dialect.insertAndSwap(connection, rows, name, expected.toBytes(), next));
  }

  @Override
  public CasResult<Bytes> remove(Bytes key, Token expected) {
    return pool.conditionally(
        connection -> dialect.remove(connection, name, key, expected.toBytes()));
  }

  @Override
  public void write(List<KeyValueRow> rows) {
    int unused = pool.call(connection -> dialect.insertAll(connection, rows));
  }

  @Override
  public void delete(List<Bytes> keys) {
    String delete =
        "DELETE FROM %s WHERE k %s AND token IS NULL".formatted(name, dialect.among(keys.size()));
    int unused =
        pool.call(
            connection -> Sql.update(connection, delete, dialect.parameters(connection, keys)));
  }

  @Override
  public List<KeyValueRow> page(Bytes from, Bytes end, int limit) {
    String query = SELECT.formatted(name) + ">= ? AND k < ? ORDER BY k LIMIT ?";
    return pool.query(query, JdbcTable::rows, from, end, limit);
  }

  @Override
  public List<Bytes> sample(int keys) {
    return pool.call(connection -> dialect.sample(connection, keys));
  }
}
