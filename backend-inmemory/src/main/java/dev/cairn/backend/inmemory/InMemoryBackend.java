package dev.cairn.backend.inmemory;

import dev.cairn.api.Bytes;
import dev.cairn.api.ClosedException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Arguments;
import dev.cairn.api.spi.Backend;
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
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A store in the memory of this process, lost when it is closed. It has no unknown outcomes and
 * ignores expiry hints. As the backend of tests, it refuses to overwrite an immutable row with
 * other bytes.
 */
public final class InMemoryBackend implements Backend {
  private static final int BATCH = 1000;

  private final Limits limits;
  private final RowMap<ReferenceKey, ReferenceRow> references =
      new RowMap<>(
          new RowMap.Form<>(
              RowKeys::encode,
              RowKeys::decodeReferenceKey,
              RowFormat::decode,
              row -> Optional.of(row.token())));
  private final RowMap<ObjectKey, ObjectRow> objects =
      new RowMap<>(
          new RowMap.Form<>(
              RowKeys::encode, RowKeys::decodeObjectKey, RowFormat::decode, ObjectRow::token));
  private volatile boolean closed;

  /** Creates an empty store whose rows hold values of up to 350 KB. */
  public InMemoryBackend() {
    this(Limits.DEFAULT_MAX_VALUE_BYTES);
  }

  /** Creates an empty store whose rows hold values of up to {@code maxValueBytes}. */
  public InMemoryBackend(int maxValueBytes) {
    limits = new Limits(maxValueBytes, BATCH, BATCH);
  }

  @Override
  public String name() {
    return InMemoryBackendFactory.NAME;
  }

  @Override
  public Limits limits() {
    return limits;
  }

  @Override
  public boolean isInterruptible() {
    return false;
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    checkOpen();
    return references.insert(row.key(), RowFormat.encode(row));
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    checkOpen();
    return references.read(key);
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    checkOpen();
    Arguments.checkSwap(expected, next);
    return references.swap(next.key(), expected, RowFormat.encode(next));
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    checkOpen();
    return references.removeIf(key, expected);
  }

  @Override
  public Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    checkOpen();
    Bytes prefix = scope.map(RowKeys::prefix).orElse(Bytes.empty());
    return references.scan(prefix, key -> Optional.empty(), row -> true, after, visitor);
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    checkOpen();
    return keys.stream().map(key -> objects.read(key)).toList();
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    checkOpen();
    Arguments.checkWrite(limits, rows);
    for (ObjectRow row : rows) {
      objects
          .putIfAbsent(row.key(), RowFormat.encode(row))
          .ifPresent(present -> refuseOtherBytes(present, row));
    }
  }

  private static void refuseOtherBytes(ObjectRow present, ObjectRow row) {
    if (!present.value().equals(row.value()) || present.token().isPresent()) {
      throw new IllegalStateException(
          "the object %s already exists with another value; write it under a new ID"
              .formatted(row.key()));
    }
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    checkOpen();
    Arguments.checkInsert(limits, row);
    return objects.insert(row.key(), RowFormat.encode(row));
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    checkOpen();
    Arguments.checkSwap(limits, expected, next);
    return objects.swap(next.key(), expected, RowFormat.encode(next));
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    checkOpen();
    return objects.removeIf(key, expected);
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    checkOpen();
    Arguments.checkDelete(keys);
    for (ObjectKey key : keys) {
      objects.read(key).ifPresent(InMemoryBackend::refuseUpdateable);
      objects.remove(key);
    }
  }

  private static void refuseUpdateable(ObjectRow present) {
    if (present.token().isPresent()) {
      throw new IllegalStateException(
          "the object %s is updateable; delete it by its token".formatted(present.key()));
    }
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
    return objects.scan(
        prefix,
        key ->
            bound.isBeyond(key)
                ? Optional.of(RowKeys.end(key.scope(), key.type()))
                : Optional.empty(),
        row -> bound.includes(row) && (type.isEmpty() || type.get().equals(row.key().type())),
        after,
        visitor);
  }

  @Override
  public List<ScanPosition> splitObjects(int parts) {
    checkOpen();
    return objects.split(parts);
  }

  /** Does nothing: memory needs no schema. */
  @Override
  public void createSchema() {
    checkOpen();
  }

  /** Does nothing: memory needs no schema, and the process is the compare-and-swap domain. */
  @Override
  public void verifySchema() {
    checkOpen();
  }

  @Override
  public String describeSchema() {
    checkOpen();
    return "none: rows are kept in memory";
  }

  @Override
  public Health health() {
    return closed
        ? new Health(false, "closed")
        : new Health(true, "the store is in the memory of this process");
  }

  @Override
  public SizeEstimate estimateSize() {
    checkOpen();
    return new SizeEstimate(
        OptionalLong.of(objects.count()),
        OptionalLong.of(references.count()),
        OptionalLong.of(objects.bytes() + references.bytes()));
  }

  @Override
  public void close() {
    closed = true;
  }

  private void checkOpen() {
    if (closed) {
      throw new ClosedException("the in-memory backend is closed; open a new one");
    }
  }
}
