package dev.cairn.backend.inmemory;

import dev.cairn.api.Bytes;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.KeyPosition;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Serialized rows of one kind in the order of their keys, with compare-and-swap on each.
 *
 * <p>A swap reads the row, compares its token, and replaces exactly the bytes it read. That is
 * atomic because tokens never recur: bytes with an equal token are the same row.
 *
 * @param <K> the kind of key
 * @param <R> the kind of row
 */
final class RowMap<K, R> {
  private final ConcurrentNavigableMap<Bytes, Bytes> rows = new ConcurrentSkipListMap<>();
  private final Form<K, R> form;

  /**
   * The byte form of keys and rows.
   *
   * @param tokenOf the token of a row, if it has one
   */
  record Form<K, R>(
      Function<K, Bytes> encodeKey,
      Function<Bytes, K> decodeKey,
      BiFunction<K, Bytes, R> decode,
      Function<R, Optional<Token>> tokenOf) {}

  RowMap(Form<K, R> form) {
    this.form = form;
  }

  Optional<R> read(K key) {
    return Optional.ofNullable(rows.get(form.encodeKey.apply(key)))
        .map(bytes -> form.decode.apply(key, bytes));
  }

  /** Inserts a row if absent; returns the existing one otherwise. */
  Optional<R> putIfAbsent(K key, Bytes row) {
    return Optional.ofNullable(rows.putIfAbsent(form.encodeKey.apply(key), row))
        .map(present -> form.decode.apply(key, present));
  }

  void remove(K key) {
    rows.remove(form.encodeKey.apply(key));
  }

  CasResult<R> insert(K key, Bytes row) {
    return putIfAbsent(key, row).map(CasResult::conflictWith).orElseGet(CasResult::applied);
  }

  CasResult<R> swap(K key, Token expected, Bytes next) {
    return change(key, expected, (rowKey, present) -> rows.replace(rowKey, present, next));
  }

  CasResult<R> removeIf(K key, Token expected) {
    return change(key, expected, rows::remove);
  }

  private CasResult<R> change(K key, Token expected, BiPredicate<Bytes, Bytes> tryChange) {
    Bytes rowKey = form.encodeKey.apply(key);
    while (true) {
      Bytes present = rows.get(rowKey);
      if (present == null) {
        return CasResult.conflictWithNothing();
      }
      R row = form.decode.apply(key, present);
      if (!form.tokenOf.apply(row).equals(Optional.of(expected))) {
        return CasResult.conflictWith(row);
      }
      if (tryChange.test(rowKey, present)) {
        return CasResult.applied();
      }
    }
  }

  /**
   * Visits the rows whose keys begin with {@code prefix} and pass {@code filter}.
   *
   * @param leap the key from which to continue instead of visiting a row, if any
   */
  Optional<ScanPosition> scan(
      Bytes prefix,
      Function<K, Optional<Bytes>> leap,
      Predicate<R> filter,
      Optional<ScanPosition> after,
      RowVisitor<R> visitor) {
    Optional<KeyPosition> from = after.map(KeyPosition::of);
    Optional<Bytes> last = from.flatMap(KeyPosition::last);
    ConcurrentNavigableMap<Bytes, Bytes> rest =
        from.map(position -> rows.tailMap(position.after(), false))
            .orElseGet(() -> rows.tailMap(prefix, true));
    Iterator<Map.Entry<Bytes, Bytes>> entries = rest.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<Bytes, Bytes> entry = entries.next();
      Bytes key = entry.getKey();
      if (!key.startsWith(prefix) || (last.isPresent() && key.compareTo(last.get()) > 0)) {
        return Optional.empty();
      }
      K decodedKey = form.decodeKey.apply(key);
      Optional<Bytes> next = leap.apply(decodedKey);
      if (next.isPresent()) {
        entries = rows.tailMap(next.get(), true).entrySet().iterator();
        continue;
      }
      R row = form.decode.apply(decodedKey, entry.getValue());
      if (filter.test(row) && !visitor.visit(row)) {
        return Optional.of(new KeyPosition(key, last).toScanPosition());
      }
    }
    return Optional.empty();
  }

  /** Cuts a scan of all rows into parts of equal size. */
  List<ScanPosition> split(int parts) {
    long size = Math.max(1, rows.size() / parts);
    List<Bytes> cuts = new ArrayList<>();
    long seen = 0;
    for (Bytes key : rows.keySet()) {
      if (++seen % size == 0 && cuts.size() < parts - 1) {
        cuts.add(key);
      }
    }
    return KeyPosition.cutAfter(cuts);
  }

  long count() {
    return rows.size();
  }

  long bytes() {
    return rows.entrySet().stream()
        .mapToLong(entry -> entry.getKey().length() + entry.getValue().length())
        .sum();
  }
}
