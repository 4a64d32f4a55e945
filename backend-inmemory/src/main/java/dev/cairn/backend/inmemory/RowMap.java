package dev.cairn.backend.inmemory;

import dev.cairn.api.Bytes;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Serialized rows of one kind in the order of their keys, with compare-and-swap on each.
 *
 * <p>A swap reads the row, compares its token, and replaces exactly the bytes it read. That is
 * atomic because tokens never recur: bytes with an equal token are the same row.
 *
 * @param <R> the kind of row
 */
final class RowMap<R> {
  private final ConcurrentNavigableMap<Bytes, Bytes> rows = new ConcurrentSkipListMap<>();
  private final BiFunction<Bytes, Bytes, R> decoder;
  private final Function<R, Optional<Token>> tokenOf;

  RowMap(BiFunction<Bytes, Bytes, R> decoder, Function<R, Optional<Token>> tokenOf) {
    this.decoder = decoder;
    this.tokenOf = tokenOf;
  }

  Optional<R> read(Bytes key) {
    return Optional.ofNullable(rows.get(key)).map(bytes -> decoder.apply(key, bytes));
  }

  void put(Bytes key, Bytes row) {
    rows.put(key, row);
  }

  void remove(Bytes key) {
    rows.remove(key);
  }

  CasResult<R> insert(Bytes key, Bytes row) {
    Bytes present = rows.putIfAbsent(key, row);
    return present == null
        ? CasResult.applied()
        : CasResult.conflictWith(decoder.apply(key, present));
  }

  CasResult<R> swap(Bytes key, Token expected, Bytes next) {
    return change(key, expected, present -> rows.replace(key, present, next));
  }

  CasResult<R> removeIf(Bytes key, Token expected) {
    return change(key, expected, present -> rows.remove(key, present));
  }

  private CasResult<R> change(Bytes key, Token expected, Predicate<Bytes> tryChange) {
    while (true) {
      Bytes present = rows.get(key);
      if (present == null) {
        return CasResult.conflictWithNothing();
      }
      R row = decoder.apply(key, present);
      if (!tokenOf.apply(row).equals(Optional.of(expected))) {
        return CasResult.conflictWith(row);
      }
      if (tryChange.test(present)) {
        return CasResult.applied();
      }
    }
  }

  /** Visits the rows whose keys begin with {@code prefix} and pass {@code filter}. */
  Optional<ScanPosition> scan(
      Bytes prefix, Predicate<R> filter, Optional<ScanPosition> after, RowVisitor<R> visitor) {
    ConcurrentNavigableMap<Bytes, Bytes> rest =
        after
            .map(position -> rows.tailMap(position.bytes(), false))
            .orElseGet(() -> rows.tailMap(prefix, true));
    for (Map.Entry<Bytes, Bytes> entry : rest.entrySet()) {
      if (!entry.getKey().startsWith(prefix)) {
        return Optional.empty();
      }
      R row = decoder.apply(entry.getKey(), entry.getValue());
      if (filter.test(row) && !visitor.visit(row)) {
        return Optional.of(new ScanPosition(entry.getKey()));
      }
    }
    return Optional.empty();
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
