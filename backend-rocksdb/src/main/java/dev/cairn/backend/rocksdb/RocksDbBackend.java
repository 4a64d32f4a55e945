package dev.cairn.backend.rocksdb;

import dev.cairn.api.Bytes;
import dev.cairn.api.CairnException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Arguments;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Backup;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.RowKeys;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.api.spi.SizeEstimate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A store in a directory of this machine, for one process at a time.
 *
 * <p>Reads are always strong. Expiry hints are kept and not acted on. Immutable rows are in the log
 * when {@link #write} returns, and on the disk when the next conditional write is: that is the one
 * which makes them reachable. The same holds for the conditional writes that ask for no more, since
 * there is one log.
 */
public final class RocksDbBackend implements Backend {
  private static final Limits LIMITS = new Limits(Limits.DEFAULT_MAX_VALUE_BYTES, 1000, 1000);

  private final RocksDbDatabase database;
  private final Measures measures;
  private final RocksDbTable<ReferenceRow> references;
  private final RocksDbTable<ObjectRow> objects;

  RocksDbBackend(RocksDbDatabase database) {
    this.database = database;
    measures = new Measures(database);
    references =
        new RocksDbTable<>(
            database,
            Opened::references,
            (key, row) -> RowFormat.decode(RowKeys.decodeReferenceKey(key), row),
            row -> Optional.of(row.token()));
    objects =
        new RocksDbTable<>(
            database,
            Opened::objects,
            (key, row) -> RowFormat.decode(RowKeys.decodeObjectKey(key), row),
            ObjectRow::token);
  }

  @Override
  public String name() {
    return RocksDbBackendFactory.NAME;
  }

  @Override
  public Limits limits() {
    return LIMITS;
  }

  /** Native calls know nothing of interrupts, and those of Java are made again. */
  @Override
  public boolean isInterruptible() {
    return false;
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    return references.insert(RowKeys.encode(row.key()), RowFormat.encode(row));
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    return references.read(RowKeys.encode(key));
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    Arguments.checkSwap(expected, next);
    return references.swap(RowKeys.encode(next.key()), expected, RowFormat.encode(next));
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    return references.removeIf(RowKeys.encode(key), expected);
  }

  @Override
  public Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    Bytes prefix = scope.map(RowKeys::prefix).orElse(Bytes.empty());
    return references.scan(
        prefix, key -> Optional.empty(), key -> true, row -> true, after, visitor);
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    return objects.read(keys.stream().map(RowKeys::encode).toList());
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    Arguments.checkWrite(LIMITS, rows);
    objects.put(entries(rows));
  }

  private static List<RocksDbTable.Entry> entries(Collection<ObjectRow> rows) {
    return rows.stream()
        .map(row -> new RocksDbTable.Entry(RowKeys.encode(row.key()), RowFormat.encode(row)))
        .toList();
  }

  /** One batch, of which the log has all or nothing. */
  @Override
  public CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
    Arguments.checkWrite(LIMITS, rows);
    Arguments.checkSwap(expected, next);
    return references.swap(
        RowKeys.encode(next.key()), expected, RowFormat.encode(next), objects, entries(rows));
  }

  @Override
  public boolean writesAndSwapsAtOnce() {
    return true;
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    Arguments.checkInsert(LIMITS, row);
    return objects.insert(RowKeys.encode(row.key()), RowFormat.encode(row));
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    Arguments.checkSwap(LIMITS, expected, next);
    return objects.swap(RowKeys.encode(next.key()), expected, RowFormat.encode(next));
  }

  @Override
  public CasResult<ObjectRow> insertUnsynced(ObjectRow row) {
    Arguments.checkInsert(LIMITS, row);
    return objects.insertUnsynced(RowKeys.encode(row.key()), RowFormat.encode(row));
  }

  @Override
  public CasResult<ObjectRow> swapUnsynced(Token expected, ObjectRow next) {
    Arguments.checkSwap(LIMITS, expected, next);
    return objects.swapUnsynced(RowKeys.encode(next.key()), expected, RowFormat.encode(next));
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    return objects.removeIf(RowKeys.encode(key), expected);
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    Arguments.checkDelete(keys);
    objects.remove(keys.stream().map(RowKeys::encode).toList());
  }

  @Override
  public Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    Bytes prefix =
        scope
            .map(s -> type.map(t -> RowKeys.prefix(s, t)).orElseGet(() -> RowKeys.prefix(s)))
            .orElse(Bytes.empty());
    return objects.scan(
        prefix,
        new Leaps(bound),
        key -> type.isEmpty() || type.get().equals(RowKeys.decodeObjectKey(key).type()),
        bound::includes,
        after,
        visitor);
  }

  @Override
  public List<ScanPosition> splitObjects(int parts) {
    return objects.split(parts);
  }

  /** Does nothing more: opening created what was missing. */
  @Override
  public void createSchema() {
    verifySchema();
  }

  /** Checks that it is open, since opening verified the rest; the directory is the domain. */
  @Override
  public void verifySchema() {
    boolean unused = database.use(store -> true);
  }

  @Override
  public String describeSchema() {
    return "a directory of RocksDB with the column families "
        + String.join(", ", Tuning.familyNames())
        + "; opening it creates them";
  }

  @Override
  public Health health() {
    return Health.of(
        () -> {
          verifySchema();
          return database
              .problem()
              .map(problem -> new Health(false, problem))
              .orElseGet(() -> new Health(true, place()));
        });
  }

  private String place() {
    StoreDirectory directory = database.directory();
    return database.isReader()
        ? "readable in %s%s"
            .formatted(
                directory.path(),
                directory.owner().process().map(each -> ", which has open: " + each).orElse(""))
        : "open in " + directory.path();
  }

  @Override
  public SizeEstimate estimateSize() {
    return database.use(measures::size);
  }

  @Override
  public Map<String, Double> statistics() {
    try {
      return database.use(measures::all);
    } catch (CairnException e) {
      return Map.of();
    }
  }

  /**
   * A copy is a store of its own, to be opened like any other. On the same file system it shares
   * data files with the original: copy it to another disk to be safe from this one.
   */
  @Override
  public Optional<Backup> backup() {
    return Optional.of(
        database.isReader()
            ? new BesideCopy(database.directory(), database.opening())
            : new Checkpoints(database));
  }

  @Override
  public void close() {
    database.close();
  }
}
