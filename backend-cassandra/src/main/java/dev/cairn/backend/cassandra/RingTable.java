package dev.cairn.backend.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cairn.api.Bytes;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.api.spi.RowVisitor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * A table in the order of the ring, for scans.
 *
 * @param <K> its keys
 * @param <R> its rows
 */
final class RingTable<K, R> {
  private static final String PLACE = "ring_place";

  private final CassandraSession database;
  private final RowMapping<K, R> rows;
  private final BiFunction<K, Row, R> decoder;
  private final String select;

  RingTable(CassandraSession database, RowMapping<K, R> rows, BiFunction<K, Row, R> decoder) {
    this.database = database;
    this.rows = rows;
    this.decoder = decoder;
    Layout layout = rows.layout();
    String token = "token(" + layout.keyNames() + ")";
    select =
        "SELECT %s AS %s, %s, %s FROM %s.%s WHERE %s >= ? AND %s <= ?"
            .formatted(
                token,
                PLACE,
                layout.keyNames(),
                String.join(", ", layout.columns().keySet()),
                database.settings().keyspace(),
                layout.name(),
                token,
                token);
  }

  /**
   * Visits the rows whose keys pass {@code filter}.
   *
   * @param part which tokens to scan
   * @param number of this table in the scan
   * @param after where an earlier scan stopped, if that was in this table
   */
  Optional<Position> scan(
      Arc part, int number, Optional<Position> after, Predicate<K> filter, RowVisitor<R> visitor) {
    TokenScan<Row> scan =
        new TokenScan<>(
            this::first,
            part,
            e -> e.getCause() != null && CassandraFailures.isTooMuch(e.getCause()),
            entry -> {
              K key = rows.key(entry.row());
              return !filter.test(key) || visitor.visit(decoder.apply(key, entry.row()));
            });
    return after
        .map(position -> scan.runAfter(position.token(), position.key()))
        .orElseGet(scan::run)
        .map(entry -> new Position(part, number, entry.token(), entry.key()));
  }

  private TokenScan.Page<Row> first(long from, long to) {
    return page(database.await(database.send(Access.SCAN, select, List.of(from, to))));
  }

  private TokenScan.Page<Row> page(AsyncResultSet answer) {
    List<TokenScan.Entry<Row>> entries = new ArrayList<>(answer.remaining());
    for (Row row : answer.currentPage()) {
      entries.add(new TokenScan.Entry<>(row.getLong(PLACE), partitionKey(row), row));
    }
    return new TokenScan.Page<>(
        entries,
        answer.hasMorePages()
            ? Optional.of(() -> page(database.nextPage(answer)))
            : Optional.empty());
  }

  /**
   * The key in the form that Cassandra orders by: each part after its length, followed by a zero.
   */
  private Bytes partitionKey(Row row) {
    ByteWriter out = new ByteWriter(128);
    for (String column : rows.layout().key().keySet()) {
      ByteBuffer part = row.getBytesUnsafe(column);
      Bytes bytes = RowMapping.bytes(part);
      out.putByte(bytes.length() >>> 8).putByte(bytes.length()).putBytes(bytes).putByte(0);
    }
    return out.toBytes();
  }
}
