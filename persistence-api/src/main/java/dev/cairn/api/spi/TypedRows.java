package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Maps the bytes of a {@link KeyValueTable} to rows of one kind.
 *
 * @param <K> the kind of key
 * @param <R> the kind of row
 */
final class TypedRows<K, R> {
  // Greater than every key, which begins with the length of a tenant's ID.
  private static final Bytes END = Bytes.wrap(new byte[] {-1});

  // A page of rows is held in memory: its rows are few where they are large.
  private static final int FIRST_PAGE = 64;
  private static final int LARGEST_PAGE = 1_024;
  private static final int PAGE_BYTES = 4 << 20;

  private final KeyValueTable table;
  private final Form<K, R> form;

  private record Form<K, R>(
      Function<K, Bytes> encodeKey,
      Function<Bytes, K> decodeKey,
      Function<R, K> keyOf,
      Function<R, Bytes> encode,
      BiFunction<K, Bytes, R> decode,
      Function<R, Optional<Token>> tokenOf) {}

  private TypedRows(KeyValueTable table, Form<K, R> form) {
    this.table = table;
    this.form = form;
  }

  static TypedRows<ReferenceKey, ReferenceRow> ofReferences(KeyValueTable table) {
    return new TypedRows<>(
        table,
        new Form<>(
            RowKeys::encode,
            RowKeys::decodeReferenceKey,
            ReferenceRow::key,
            RowFormat::encode,
            RowFormat::decode,
            row -> Optional.of(row.token())));
  }

  static TypedRows<ObjectKey, ObjectRow> ofObjects(KeyValueTable table) {
    return new TypedRows<>(
        table,
        new Form<>(
            RowKeys::encode,
            RowKeys::decodeObjectKey,
            ObjectRow::key,
            RowFormat::encode,
            RowFormat::decode,
            ObjectRow::token));
  }

  KeyValueRow encode(R row) {
    return new KeyValueRow(
        form.encodeKey.apply(form.keyOf.apply(row)),
        form.tokenOf.apply(row).map(Token::toBytes),
        form.encode.apply(row));
  }

  private R decode(K key, KeyValueRow stored) {
    R row = form.decode.apply(key, stored.content());
    // A swap compares the token beside the content, and its caller has the one in the content.
    if (!form.tokenOf.apply(row).map(Token::toBytes).equals(stored.token())) {
      throw new DamagedDataException(
          "the row of %s is damaged: its token is not the token in its content".formatted(key));
    }
    return row;
  }

  /** The row of {@code key}, if it exists. */
  Optional<R> read(K key) {
    List<KeyValueRow> found = table.read(List.of(form.encodeKey.apply(key)));
    return found.isEmpty() ? Optional.empty() : Optional.of(decode(key, found.get(0)));
  }

  /** The rows of {@code keys} that exist. */
  Map<K, R> read(List<K> keys) {
    Map<Bytes, K> named = new HashMap<>();
    keys.forEach(key -> named.put(form.encodeKey.apply(key), key));
    Map<K, R> rows = new HashMap<>();
    for (KeyValueRow stored : table.read(List.copyOf(named.keySet()))) {
      K key = named.get(stored.key());
      if (key == null) {
        throw new IllegalStateException("a key that was not asked for: " + stored.key());
      }
      rows.put(key, decode(key, stored));
    }
    return rows;
  }

  /** The outcome of a conditional write of a row that had to have the token {@code expected}. */
  CasResult<R> result(K key, Optional<Token> expected, CasResult<Bytes> outcome) {
    if (outcome instanceof CasResult.Unknown<Bytes> unknown) {
      return CasResult.unknown(unknown.cause());
    }
    if (!(outcome instanceof CasResult.Conflict<Bytes> conflict)) {
      return CasResult.applied();
    }
    Optional<R> found = conflict.row().map(content -> form.decode.apply(key, content));
    // A row as a snapshot has it, from before the change that was in the way.
    boolean old = expected.isPresent() && found.flatMap(form.tokenOf).equals(expected);
    return old ? CasResult.conflict() : new CasResult.Conflict<>(found, conflict.reported());
  }

  /**
   * Visits the rows whose keys begin with {@code prefix} and pass {@code filter}, page by page from
   * the key where the last page ended.
   *
   * @param leap the key from which to continue instead of visiting a row, if there is one
   */
  Optional<ScanPosition> scan(
      Bytes prefix,
      Function<K, Optional<Bytes>> leap,
      Predicate<R> filter,
      Optional<ScanPosition> after,
      RowVisitor<R> visitor) {
    Optional<KeyPosition> position = after.map(KeyPosition::of);
    Optional<Bytes> last = position.flatMap(KeyPosition::last);
    Bytes end = last.map(TypedRows::next).orElseGet(() -> endOf(prefix));
    Bytes from = position.map(each -> next(each.after())).orElse(prefix);
    int limit = FIRST_PAGE;
    while (from.compareTo(end) < 0) {
      List<KeyValueRow> page = table.page(from, end, limit);
      boolean leapt = false;
      for (KeyValueRow stored : page) {
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
    return Optional.empty();
  }

  private static int nextLimit(int limit, List<KeyValueRow> page) {
    long bytes = page.stream().mapToLong(stored -> stored.content().length()).sum();
    return bytes > PAGE_BYTES ? Math.max(1, limit / 2) : Math.min(LARGEST_PAGE, limit * 2);
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
}
