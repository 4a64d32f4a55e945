package dev.cairn.backend.rocksdb;

import dev.cairn.api.Bytes;
import dev.cairn.api.Token;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.KeyPosition;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Serialized rows of one kind in the order of their keys, with compare-and-swap on each.
 *
 * @param <R> the kind of row
 */
final class RocksDbTable<R> {
  // Beyond this a batch only costs memory.
  private static final int BATCH_BYTES = 16 << 20;

  /** A row in its stored form. */
  record Entry(Bytes key, Bytes row) {}

  private final RocksDbDatabase database;
  private final Function<Opened, ColumnFamilyHandle> family;
  private final BiFunction<Bytes, Bytes, R> decoder;
  private final Function<R, Optional<Token>> tokenOf;
  private final Stripes locks = new Stripes();

  RocksDbTable(
      RocksDbDatabase database,
      Function<Opened, ColumnFamilyHandle> family,
      BiFunction<Bytes, Bytes, R> decoder,
      Function<R, Optional<Token>> tokenOf) {
    this.database = database;
    this.family = family;
    this.decoder = decoder;
    this.tokenOf = tokenOf;
  }

  Optional<R> read(Bytes key) {
    return database.use(store -> read(store, key, key.toByteArray()));
  }

  private Optional<R> read(Opened store, Bytes key, byte[] keyBytes) throws RocksDBException {
    return decode(key, store.db().get(family.apply(store), keyBytes));
  }

  private Optional<R> decode(Bytes key, byte @Nullable [] row) {
    return row == null ? Optional.empty() : Optional.of(decoder.apply(key, Bytes.wrap(row)));
  }

  List<Optional<R>> read(List<Bytes> keys) {
    if (keys.size() == 1) {
      return List.of(read(keys.get(0)));
    }
    List<byte[]> asked = keys.stream().map(Bytes::toByteArray).toList();
    return database.use(
        store -> {
          List<Optional<R>> rows = new ArrayList<>(asked.size());
          List<byte[]> found = multiGet(store, asked);
          for (int i = 0; i < found.size(); i++) {
            // The Java interface answers null for a row that it could not read, too. Only a single
            // read tells a missing one from one in a damaged file.
            rows.add(
                found.get(i) == null
                    ? read(store, keys.get(i), asked.get(i))
                    : decode(keys.get(i), found.get(i)));
          }
          return rows;
        });
  }

  // RocksDB does not take an empty list.
  private List<byte[]> multiGet(Opened store, List<byte[]> keys) throws RocksDBException {
    return keys.isEmpty()
        ? List.of()
        : store.db().multiGetAsList(Collections.nCopies(keys.size(), family.apply(store)), keys);
  }

  /** Writes rows without a condition. */
  void put(List<Entry> entries) {
    int from = 0;
    while (from < entries.size()) {
      int to = from;
      for (int bytes = 0; to < entries.size() && bytes < BATCH_BYTES; to++) {
        bytes += entries.get(to).row().length();
      }
      List<Entry> batch = entries.subList(from, to);
      writeBatch((target, store) -> fill(target, store, batch));
      from = to;
    }
  }

  private void fill(WriteBatch batch, Opened store, List<Entry> entries) throws RocksDBException {
    for (Entry entry : entries) {
      batch.put(family.apply(store), entry.key().toByteArray(), entry.row().toByteArray());
    }
  }

  /** Removes rows without a condition. */
  void remove(List<Bytes> keys) {
    if (!keys.isEmpty()) {
      writeBatch(
          (target, store) -> {
            for (Bytes key : keys) {
              target.delete(family.apply(store), key.toByteArray());
            }
          });
    }
  }

  @FunctionalInterface
  private interface Filling {
    void apply(WriteBatch batch, Opened store) throws RocksDBException;
  }

  private void writeBatch(Filling filling) {
    database.write(
        (store, options) -> {
          try (Natives scope = store.nested()) {
            WriteBatch batch = scope.own(new WriteBatch());
            filling.apply(batch, store);
            store.db().write(options, batch);
          }
        });
  }

  CasResult<R> insert(Bytes key, Bytes row) {
    return change(key, Optional.empty(), put(key, row));
  }

  CasResult<R> insertUnsynced(Bytes key, Bytes row) {
    return change(key, Optional.empty(), put(key, row), Durability.OS);
  }

  CasResult<R> swapUnsynced(Bytes key, Token expected, Bytes next) {
    return change(key, Optional.of(expected), put(key, next), Durability.OS);
  }

  CasResult<R> swap(Bytes key, Token expected, Bytes next) {
    return change(key, Optional.of(expected), put(key, next));
  }

  /** Swaps and puts rows of another table in the same batch, or before it if they are too many. */
  CasResult<R> swap(
      Bytes key, Token expected, Bytes next, RocksDbTable<?> other, List<Entry> entries) {
    long bytes = entries.stream().mapToLong(entry -> entry.row().length()).sum();
    if (entries.isEmpty() || bytes > BATCH_BYTES) {
      other.put(entries);
      return swap(key, expected, next);
    }
    return change(
        key,
        Optional.of(expected),
        (store, options) -> {
          try (Natives scope = store.nested()) {
            WriteBatch batch = scope.own(new WriteBatch());
            other.fill(batch, store, entries);
            batch.put(family.apply(store), key.toByteArray(), next.toByteArray());
            store.db().write(options, batch);
          }
        });
  }

  CasResult<R> removeIf(Bytes key, Token expected) {
    return change(
        key,
        Optional.of(expected),
        (store, options) -> store.db().delete(family.apply(store), options, key.toByteArray()));
  }

  private RocksDbDatabase.Write put(Bytes key, Bytes row) {
    return (store, options) ->
        store.db().put(family.apply(store), options, key.toByteArray(), row.toByteArray());
  }

  private CasResult<R> change(Bytes key, Optional<Token> expected, RocksDbDatabase.Write write) {
    return change(key, expected, write, Durability.SYNC);
  }

  // The lock is held until the write is as durable as it is to be: no caller decides on a row that
  // may be lost, unless what the caller writes then would be lost with it.
  private CasResult<R> change(
      Bytes key, Optional<Token> expected, RocksDbDatabase.Write write, Durability least) {
    byte[] keyBytes = key.toByteArray();
    Lock lock = locks.of(key);
    while (true) {
      Optional<CasResult<R>> outcome =
          database.useToWrite(
              store -> {
                lock.lock();
                try {
                  Optional<R> present = read(store, key, keyBytes);
                  return holds(expected, present)
                      ? database.conditionally(store, write, least)
                      : Optional.of(conflict(present));
                } finally {
                  lock.unlock();
                }
              });
      if (outcome.isPresent()) {
        return outcome.get();
      }
      database.resume();
    }
  }

  private boolean holds(Optional<Token> expected, Optional<R> present) {
    return expected.isEmpty() ? present.isEmpty() : present.flatMap(tokenOf).equals(expected);
  }

  private static <R> CasResult<R> conflict(Optional<R> present) {
    return present
        .<CasResult<R>>map(CasResult::conflictWith)
        .orElseGet(CasResult::conflictWithNothing);
  }

  /**
   * Visits the rows whose keys begin with {@code prefix} and pass {@code keys}, if they pass {@code
   * rows}.
   *
   * @param leap the key from which to go on instead of reading a row, if there is one
   */
  Optional<ScanPosition> scan(
      Bytes prefix,
      Function<Bytes, Optional<Bytes>> leap,
      Predicate<Bytes> keys,
      Predicate<R> rows,
      Optional<ScanPosition> after,
      RowVisitor<R> visitor) {
    Optional<KeyPosition> from = after.map(KeyPosition::of);
    RocksDbScan scan = new RocksDbScan(database, family, prefix, from, leap);
    while (scan.hasMore()) {
      for (Entry entry : scan.next(keys)) {
        R row = decoder.apply(entry.key(), entry.row());
        if (rows.test(row) && !visitor.visit(row)) {
          Optional<Bytes> last = from.flatMap(KeyPosition::last);
          return Optional.of(new KeyPosition(entry.key(), last).toScanPosition());
        }
      }
    }
    return Optional.empty();
  }

  /** Cuts a scan of all into parts of about as many bytes each. */
  List<ScanPosition> split(int parts) {
    return KeyPosition.cutAfter(
        database.use(store -> BisectedSplits.of(store, family.apply(store), parts)));
  }
}
