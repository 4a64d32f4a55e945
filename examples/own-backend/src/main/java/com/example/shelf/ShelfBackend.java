package com.example.shelf;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ClosedException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Arguments;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.Health;
import dev.cairn.api.spi.KeyPosition;
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
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;

/** Rows on a {@link ShelfFile}: references under keys that begin with 0, objects with 1. */
final class ShelfBackend implements Backend {
  private static final int REFERENCES = 0;
  private static final int OBJECTS = 1;
  private static final Limits LIMITS = new Limits(Limits.DEFAULT_MAX_VALUE_BYTES, 1000, 1000);

  private final ShelfFile file;
  private final boolean owner;
  private volatile boolean closed;

  private ShelfBackend(ShelfFile file, boolean owner) {
    this.file = file;
    this.owner = owner;
  }

  /** A backend that closes the file with itself. */
  static ShelfBackend owning(ShelfFile file) {
    return new ShelfBackend(file, true);
  }

  /** A backend that leaves the file open for others. */
  static ShelfBackend sharing(ShelfFile file) {
    return new ShelfBackend(file, false);
  }

  @Override
  public String name() {
    return ShelfBackendFactory.NAME;
  }

  @Override
  public Limits limits() {
    return LIMITS;
  }

  /** Files are read and written by calls that an interrupt does not disturb. */
  @Override
  public boolean isInterruptible() {
    return false;
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    return conditional(key(row.key()), Optional::isEmpty, encoded(row), referenceOf(row.key()));
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    checkOpen();
    return file.get(key(key)).map(referenceOf(key));
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    checkOpen();
    Arguments.checkSwap(expected, next);
    Function<Bytes, ReferenceRow> decode = referenceOf(next.key());
    return conditional(
        key(next.key()),
        present -> present.map(decode).filter(row -> row.token().equals(expected)).isPresent(),
        encoded(next),
        decode);
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    Function<Bytes, ReferenceRow> decode = referenceOf(key);
    return conditional(
        key(key),
        present -> present.map(decode).filter(row -> row.token().equals(expected)).isPresent(),
        Optional.empty(),
        decode);
  }

  @Override
  public Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    checkOpen();
    return scan(
        of(REFERENCES, scope.map(RowKeys::prefix).orElse(Bytes.empty())),
        after,
        (key, row) ->
            visitor.visit(RowFormat.decode(RowKeys.decodeReferenceKey(withoutTable(key)), row)));
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    checkOpen();
    return keys.stream().map(key -> file.get(key(key)).map(objectOf(key))).toList();
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    checkOpen();
    Arguments.checkWrite(LIMITS, rows);
    for (ObjectRow row : rows) {
      unconditional(key(row.key()), encoded(row));
    }
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    checkOpen();
    Arguments.checkInsert(LIMITS, row);
    return conditional(key(row.key()), Optional::isEmpty, encoded(row), objectOf(row.key()));
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    checkOpen();
    Arguments.checkSwap(LIMITS, expected, next);
    return conditional(
        key(next.key()), hasToken(next.key(), expected), encoded(next), objectOf(next.key()));
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    return conditional(key(key), hasToken(key, expected), Optional.empty(), objectOf(key));
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    checkOpen();
    Arguments.checkDelete(keys);
    keys.forEach(key -> unconditional(key(key), Optional.empty()));
  }

  @Override
  public Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    checkOpen();
    Bytes prefix =
        scope
            .map(s -> type.map(t -> RowKeys.prefix(s, t)).orElseGet(() -> RowKeys.prefix(s)))
            .orElse(Bytes.empty());
    return scan(
        of(OBJECTS, prefix),
        after,
        (key, bytes) -> {
          ObjectRow row = RowFormat.decode(RowKeys.decodeObjectKey(withoutTable(key)), bytes);
          boolean isMeant =
              bound.includes(row) && (type.isEmpty() || type.get().equals(row.key().type()));
          return !isMeant || visitor.visit(row);
        });
  }

  private interface Visitor {
    boolean visit(Bytes key, Bytes row);
  }

  // One row at a time, from the key of the last one: rows that come and go do not matter.
  private Optional<ScanPosition> scan(Bytes prefix, Optional<ScanPosition> after, Visitor visitor) {
    Optional<Bytes> last = after.map(KeyPosition::of).map(KeyPosition::after);
    Optional<Map.Entry<Bytes, Bytes>> next = file.next(last.orElse(prefix), last.isEmpty());
    while (next.isPresent() && next.get().getKey().startsWith(prefix)) {
      Bytes key = next.get().getKey();
      if (!visitor.visit(key, next.get().getValue())) {
        return Optional.of(new KeyPosition(key, Optional.empty()).toScanPosition());
      }
      next = file.next(key, false);
    }
    return Optional.empty();
  }

  private static Bytes key(ReferenceKey key) {
    return of(REFERENCES, RowKeys.encode(key));
  }

  private static Bytes key(ObjectKey key) {
    return of(OBJECTS, RowKeys.encode(key));
  }

  private static Bytes of(int table, Bytes key) {
    return new ByteWriter(1 + key.length()).putByte(table).putBytes(key).toBytes();
  }

  private static Bytes withoutTable(Bytes key) {
    return key.slice(1);
  }

  private static Optional<Bytes> encoded(ReferenceRow row) {
    return Optional.of(RowFormat.encode(row));
  }

  private static Optional<Bytes> encoded(ObjectRow row) {
    return Optional.of(RowFormat.encode(row));
  }

  private static Function<Bytes, ReferenceRow> referenceOf(ReferenceKey key) {
    return bytes -> RowFormat.decode(key, bytes);
  }

  private static Function<Bytes, ObjectRow> objectOf(ObjectKey key) {
    return bytes -> RowFormat.decode(key, bytes);
  }

  private static Predicate<Optional<Bytes>> hasToken(ObjectKey key, Token expected) {
    return present ->
        present.map(objectOf(key)).flatMap(ObjectRow::token).equals(Optional.of(expected));
  }

  // A change that failed may be in the file: unknown, and never a conflict.
  private <R> CasResult<R> conditional(
      Bytes key,
      Predicate<Optional<Bytes>> condition,
      Optional<Bytes> next,
      Function<Bytes, R> decode) {
    checkOpen();
    try {
      Optional<Bytes> present = file.change(key, condition, next);
      if (condition.test(present)) {
        return CasResult.applied();
      }
      return present
          .map(decode)
          .map(CasResult::conflictWith)
          .orElseGet(CasResult::conflictWithNothing);
    } catch (IOException e) {
      return CasResult.unknown(e);
    }
  }

  private void unconditional(Bytes key, Optional<Bytes> next) {
    try {
      file.change(key, present -> !present.equals(next), next);
    } catch (IOException e) {
      throw new BackendUnavailableException("the file cannot be written: " + e, e);
    }
  }

  /** Does nothing: an empty file is a store. */
  @Override
  public void createSchema() {
    checkOpen();
  }

  /** Does nothing: a file has no schema, and one process at a time uses it. */
  @Override
  public void verifySchema() {
    checkOpen();
  }

  @Override
  public String describeSchema() {
    checkOpen();
    return "none: the file is created when it is opened";
  }

  @Override
  public Health health() {
    return closed ? new Health(false, "closed") : new Health(true, "the file is open");
  }

  @Override
  public SizeEstimate estimateSize() {
    checkOpen();
    return new SizeEstimate(
        OptionalLong.of(file.count()), OptionalLong.empty(), OptionalLong.empty());
  }

  @Override
  public void close() {
    if (!closed && owner) {
      try {
        file.close();
      } catch (IOException e) {
        throw new BackendUnavailableException("the file cannot be closed: " + e, e);
      } finally {
        closed = true;
      }
    }
    closed = true;
  }

  private void checkOpen() {
    if (closed) {
      throw new ClosedException("this backend is closed; open a new one");
    }
  }
}
