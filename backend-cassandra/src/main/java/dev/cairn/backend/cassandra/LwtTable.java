package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/**
 * A table whose rows are written by lightweight transactions only.
 *
 * <p>Inserts are updates too: an {@code INSERT} would leave a row marker with its own time to live,
 * and after a swap that shortens the row's life a row without columns would remain. Every statement
 * has both columns in its condition, because a failed condition returns its columns, and so the
 * whole row.
 *
 * @param <K> its keys
 * @param <R> its rows
 */
final class LwtTable<K, R> {
  private static final String APPLIED = "[applied]";

  private final CassandraSession database;
  private final RowMapping<K, R> rows;
  private final String select;
  private final String insert;
  private final String swap;
  private final String remove;

  LwtTable(CassandraSession database, RowMapping<K, R> rows) {
    this.database = database;
    this.rows = rows;
    Layout layout = rows.layout();
    String table = database.settings().keyspace() + "." + layout.name();
    String columns = Layout.TOKEN + ", " + Layout.CONTENT;
    String update =
        "UPDATE %s USING TTL ? SET %s = ?, %s = ? WHERE %s"
            .formatted(table, Layout.TOKEN, Layout.CONTENT, layout.whereKey());
    String present = " IF %s = ? AND %s != 0x".formatted(Layout.TOKEN, Layout.CONTENT);
    select = "SELECT %s FROM %s WHERE %s".formatted(columns, table, layout.whereKey());
    insert = update + " IF %s = null AND %s = null".formatted(Layout.TOKEN, Layout.CONTENT);
    swap = update + present;
    remove = "DELETE FROM %s WHERE %s%s".formatted(table, layout.whereKey(), present);
  }

  /** Sends a read of one row. */
  CompletionStage<Optional<R>> read(Access access, K key) {
    return database
        .send(access, select, rows.keyValues(key))
        .thenApply(answer -> Optional.ofNullable(answer.one()).map(row -> decode(key, row)));
  }

  CasResult<R> insert(K key, Token token, Bytes content, int ttl) {
    return change(key, insert, update(key, token, content, ttl));
  }

  CasResult<R> swap(K key, Token expected, Token token, Bytes content, int ttl) {
    List<Object> values = update(key, token, content, ttl);
    values.add(expected.toBytes().toByteBuffer());
    return change(key, swap, values);
  }

  CasResult<R> remove(K key, Token expected) {
    List<Object> values = new ArrayList<>(rows.keyValues(key));
    values.add(expected.toBytes().toByteBuffer());
    return change(key, remove, values);
  }

  private List<Object> update(K key, Token token, Bytes content, int ttl) {
    List<Object> values = new ArrayList<>();
    values.add(ttl);
    values.add(token.toBytes().toByteBuffer());
    values.add(content.toByteBuffer());
    values.addAll(rows.keyValues(key));
    return values;
  }

  private CasResult<R> change(K key, String cql, List<Object> values) {
    PreparedStatement statement = database.prepare(cql);
    database.checkNotInterrupted();
    CompletionStage<AsyncResultSet> answer = database.send(Access.CONDITIONAL, statement, values);
    AsyncResultSet result;
    try {
      result = CassandraSession.get(answer);
    } catch (ExecutionException e) {
      Throwable failure = CassandraSession.cause(e);
      if (CassandraFailures.isCertainlyNothing(failure)) {
        throw database.failures().of(failure);
      }
      return CasResult.unknown(failure);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CasResult.unknown(e);
    }
    return toResult(key, result.one());
  }

  private CasResult<R> toResult(K key, Row row) {
    if (row.getBoolean(APPLIED)) {
      return CasResult.applied();
    }
    // For a missing row nothing is returned.
    boolean isThere =
        row.getColumnDefinitions().contains(Layout.CONTENT) && !row.isNull(Layout.CONTENT);
    return isThere ? CasResult.conflictWith(decode(key, row)) : CasResult.conflictWithNothing();
  }

  /** Decodes the row of {@code key} from these columns. */
  R decode(K key, Row row) {
    ByteBuffer token = row.getByteBuffer(Layout.TOKEN);
    ByteBuffer content = row.getByteBuffer(Layout.CONTENT);
    if (token == null || content == null) {
      throw new DamagedDataException(
          "the row of %s in table %s lacks one of the columns %s and %s, or both"
              .formatted(key, rows.layout().name(), Layout.TOKEN, Layout.CONTENT));
    }
    R decoded = rows.decode(key, RowMapping.bytes(content));
    if (!rows.token(decoded).equals(Optional.of(RowMapping.token(key, token)))) {
      throw new DamagedDataException(
          "the row of %s in table %s has different tokens in %s and %s"
              .formatted(key, rows.layout().name(), Layout.TOKEN, Layout.CONTENT));
    }
    return decoded;
  }
}
