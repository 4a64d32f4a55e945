package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.KeyPosition;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one kind as the rows of one table.
 *
 * @param <K> the kind of key
 * @param <R> the kind of row
 */
final class JdbcTable<K, R> {
  // Greater than every key, which begins with the length of a tenant's ID.
  private static final Bytes END = Bytes.wrap(new byte[] {-1});

  // A page of rows is held in memory: its rows are few where they are large.
  private static final int FIRST_PAGE = 64;
  private static final int LARGEST_PAGE = 1_024;
  private static final int PAGE_BYTES = 4 << 20;

  private final ConnectionPool pool;
  private final String name;
  private final Form<K, R> form;

  /**
   * What keys and rows are as bytes.
   *
   * @param tokenOf the token of a row, if it has one
   */
  record Form<K, R>(
      Function<K, Bytes> encodeKey,
      Function<Bytes, K> decodeKey,
      Function<R, K> keyOf,
      Function<R, Bytes> encode,
      BiFunction<K, Bytes, R> decode,
      Function<R, Optional<Token>> tokenOf) {}

  JdbcTable(ConnectionPool pool, String name, Form<K, R> form) {
    this.pool = pool;
    this.name = name;
    this.form = form;
  }

  StoredRow encode(R row) {
    return new StoredRow(
        form.encodeKey.apply(form.keyOf.apply(row)),
        form.tokenOf.apply(row).map(Token::toBytes).orElse(null),
        form.encode.apply(row));
  }

  private R decode(K key, StoredRow stored) {
    R row = form.decode.apply(key, stored.content());
    @Nullable Bytes token = form.tokenOf.apply(row).map(Token::toBytes).orElse(null);
    // A swap compares the column, and its caller has the token from the content.
    if (!Objects.equals(token, stored.token())) {
      throw new DamagedDataException(
          "the row of %s in the table %s is damaged: its column token is not the token in its content"
              .formatted(key, name));
    }
    return row;
  }

  /** The rows of {@code keys} that are there. */
  Map<K, R> read(List<K> keys) {
    Map<Bytes, K> named = new HashMap<>();
    keys.forEach(key -> named.put(form.encodeKey.apply(key), key));
    String head = "SELECT %s FROM %s WHERE k".formatted(StoredRow.COLUMNS, name);
    List<StoredRow> found =
        pool.call(
            connection -> {
              try (PreparedStatement query =
                      pool.dialect().forKeys(connection, head, List.copyOf(named.keySet()), "");
                  ResultSet rows = query.executeQuery()) {
                return StoredRow.readAll(rows);
              }
            });
    Map<K, R> rows = new HashMap<>();
    for (StoredRow stored : found) {
      K key = Objects.requireNonNull(named.get(stored.key()), "a key that was not asked for");
      rows.put(key, decode(key, stored));
    }
    return rows;
  }

  CasResult<R> insert(R row) {
    StoredRow stored = encode(row);
    K key = form.keyOf.apply(row);
    return pool.conditionally(
        connection ->
            result(key, Optional.empty(), pool.dialect().insert(connection, name, stored)));
  }

  CasResult<R> swap(Token expected, R next) {
    StoredRow stored = encode(next);
    K key = form.keyOf.apply(next);
    return pool.conditionally(
        connection ->
            result(
                key,
                Optional.of(expected),
                pool.dialect().swap(connection, name, expected.toBytes(), stored)));
  }

  /** Swaps and writes immutable objects in the same transaction. */
  CasResult<R> swap(Token expected, R next, List<StoredRow> objects) {
    StoredRow stored = encode(next);
    K key = form.keyOf.apply(next);
    return pool.conditionally(
        connection ->
            result(
                key,
                Optional.of(expected),
                pool.dialect()
                    .insertAndSwap(connection, objects, name, expected.toBytes(), stored)));
  }

  CasResult<R> remove(K key, Token expected) {
    Bytes rowKey = form.encodeKey.apply(key);
    return pool.conditionally(
        connection ->
            result(
                key,
                Optional.of(expected),
                pool.dialect().remove(connection, name, rowKey, expected.toBytes())));
  }

  private CasResult<R> result(K key, Optional<Token> expected, StatementOutcome outcome) {
    if (outcome.applied()) {
      return CasResult.applied();
    }
    Optional<R> found = outcome.content().map(content -> form.decode.apply(key, content));
    // A row as the statement's snapshot has it, from before the change that was in the way.
    boolean old = expected.isPresent() && found.flatMap(form.tokenOf).equals(expected);
    return old ? CasResult.conflict() : new CasResult.Conflict<>(found, outcome.reported());
  }

  /** Writes immutable rows; those that are there stay. */
  void insertAll(List<StoredRow> rows) {
    boolean unused =
        pool.call(
            connection -> {
              pool.dialect().insertAll(connection, rows);
              return true;
            });
  }

  /** Deletes rows that have no token; others stay. */
  void deleteAll(List<K> keys) {
    String head = "DELETE FROM %s WHERE k".formatted(name);
    int unused =
        pool.call(
            connection -> {
              try (PreparedStatement delete =
                  pool.dialect()
                      .forKeys(
                          connection,
                          head,
                          keys.stream().map(form.encodeKey).toList(),
                          " AND token IS NULL")) {
                return delete.executeUpdate();
              }
            });
  }

  /**
   * Visits the rows whose keys begin with {@code prefix} and pass {@code filter}, page by page:
   * each is a query of its own from the key where the last one ended.
   *
   * @param leap the key from which to go on instead of visiting a row, if there is one
   */
  Optional<ScanPosition> scan(
      Bytes prefix,
      Function<K, Optional<Bytes>> leap,
      Predicate<R> filter,
      Optional<ScanPosition> after,
      RowVisitor<R> visitor) {
    Optional<KeyPosition> position = after.map(KeyPosition::of);
    Optional<Bytes> last = position.flatMap(KeyPosition::last);
    Bytes end = last.map(JdbcTable::next).orElseGet(() -> endOf(prefix));
    Bytes from = position.map(each -> next(each.after())).orElse(prefix);
    int limit = FIRST_PAGE;
    while (true) {
      List<StoredRow> page = page(from, end, limit);
      boolean leapt = false;
      for (StoredRow stored : page) {
        from = next(stored.key());
        K key = form.decodeKey.apply(stored.key());
        Optional<Bytes> next = leap.apply(key);
        if (next.isPresent()) {
          from = next.get();
          leapt = true;
          break;
        }
        R row = decode(key, stored);
        if (filter.test(row) && !visitor.visit(row)) {
          return Optional.of(new KeyPosition(stored.key(), last).toScanPosition());
        }
      }
      if (page.size() < limit && !leapt) {
        return Optional.empty();
      }
      limit = nextLimit(limit, page);
    }
  }

  private static int nextLimit(int limit, List<StoredRow> page) {
    long bytes = page.stream().mapToLong(stored -> stored.content().length()).sum();
    return bytes > PAGE_BYTES ? Math.max(1, limit / 2) : Math.min(LARGEST_PAGE, limit * 2);
  }

  private List<StoredRow> page(Bytes from, Bytes end, int limit) {
    String query =
        "SELECT %s FROM %s WHERE k >= ? AND k < ? ORDER BY k LIMIT ?"
            .formatted(StoredRow.COLUMNS, name);
    return pool.call(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setBytes(1, from.toByteArray());
            statement.setBytes(2, end.toByteArray());
            statement.setInt(3, limit);
            try (ResultSet rows = statement.executeQuery()) {
              return StoredRow.readAll(rows);
            }
          }
        });
  }

  /** The first byte string after {@code key}. */
  private static Bytes next(Bytes key) {
    byte[] bytes = new byte[key.length() + 1];
    key.copyTo(bytes, 0);
    return Bytes.wrap(bytes);
  }

  private static Bytes endOf(Bytes prefix) {
    byte[] bytes = prefix.toByteArray();
    for (int last = bytes.length - 1; last >= 0; last--) {
      if (bytes[last] != -1) {
        bytes[last]++;
        return Bytes.wrap(bytes).slice(0, last + 1);
      }
    }
    return END;
  }

  /** Cuts a scan of all into parts of about as many rows each. */
  List<ScanPosition> split(int parts) {
    List<Bytes> keys = pool.call(connection -> pool.dialect().cuts(connection, parts));
    List<Bytes> cuts = new ArrayList<>();
    for (int part = 1; part < parts; part++) {
      int index = (int) ((long) keys.size() * part / parts) - 1;
      if (index >= 0) {
        cuts.add(keys.get(index));
      }
    }
    return KeyPosition.cutAfter(cuts);
  }
}
