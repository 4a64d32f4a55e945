package dev.cairn.backend.inmemory;

import dev.cairn.api.Bytes;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.KeyValueRow;
import dev.cairn.api.spi.KeyValueTable;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.RowKeys;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;

/**
 * Rows of one kind in the order of their keys, with compare-and-swap on each.
 *
 * <p>A swap reads the row, compares its token, and replaces exactly the row it read. That is atomic
 * because tokens never recur: rows with an equal token are the same row.
 */
final class RowMap implements KeyValueTable {
  private final ConcurrentNavigableMap<Bytes, KeyValueRow> rows = new ConcurrentSkipListMap<>();

  @Override
  public List<KeyValueRow> read(List<Bytes> keys) {
    return keys.stream().map(rows::get).filter(Objects::nonNull).toList();
  }

  @Override
  public CasResult<Bytes> insert(KeyValueRow row) {
    KeyValueRow present = rows.putIfAbsent(row.key(), row);
    return present == null ? CasResult.applied() : CasResult.conflictWith(present.content());
  }

  @Override
  public CasResult<Bytes> swap(Token expected, KeyValueRow next) {
    return change(next.key(), expected, present -> rows.replace(next.key(), present, next));
  }

  @Override
  public CasResult<Bytes> remove(Bytes key, Token expected) {
    return change(key, expected, present -> rows.remove(key, present));
  }

  private CasResult<Bytes> change(Bytes key, Token expected, Predicate<KeyValueRow> tryChange) {
    while (true) {
      KeyValueRow present = rows.get(key);
      if (present == null) {
        return CasResult.conflictWithNothing();
      }
      if (!present.token().equals(Optional.of(expected.toBytes()))) {
        return CasResult.conflictWith(present.content());
      }
      if (tryChange.test(present)) {
        return CasResult.applied();
      }
    }
  }

  /** Refuses other values for rows that are there, which are a bug of the caller. */
  @Override
  public void write(List<KeyValueRow> written) {
    for (KeyValueRow row : written) {
      KeyValueRow present = rows.putIfAbsent(row.key(), row);
      if (present != null && (present.token().isPresent() || !value(present).equals(value(row)))) {
        throw new IllegalStateException(
            "the object %s already exists with another value; write it under a new ID"
                .formatted(RowKeys.decodeObjectKey(row.key())));
      }
    }
  }

  private static Bytes value(KeyValueRow row) {
    return RowFormat.decode(RowKeys.decodeObjectKey(row.key()), row.content()).value();
  }

  /** Refuses updateable rows, which are a bug of the caller. */
  @Override
  public void delete(List<Bytes> keys) {
    for (Bytes key : keys) {
      KeyValueRow present = rows.get(key);
      if (present != null && present.token().isPresent()) {
        throw new IllegalStateException(
            "the object %s is updateable; delete it by its token"
                .formatted(RowKeys.decodeObjectKey(key)));
      }
      rows.remove(key);
    }
  }

  @Override
  public List<KeyValueRow> page(Bytes from, Bytes end, int limit) {
    return rows.subMap(from, end).values().stream().limit(limit).toList();
  }

  @Override
  public List<Bytes> sample(int keys) {
    return List.copyOf(rows.keySet());
  }

  long count() {
    return rows.size();
  }

  long bytes() {
    return rows.values().stream()
        .mapToLong(row -> row.key().length() + row.content().length())
        .sum();
  }
}
