package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Base class of backends on databases with ordered binary keys.
 *
 * <p>It checks arguments, encodes and decodes rows, splits calls into batches and scans into pages.
 * A subclass has a {@link KeyValueTable} for each kind of row, and what is left of {@link Backend}:
 * schema, health, sizes, closing.
 */
public abstract class KeyValueBackend implements Backend {
  // Databases take statements and messages of several times as much.
  private static final int BATCH_BYTES = 4 << 20;

  private final Limits limits;
  private final KeyValueTable references;
  private final KeyValueTable objects;
  private final TypedRows<ReferenceKey, ReferenceRow> referenceRows;
  private final TypedRows<ObjectKey, ObjectRow> objectRows;

  /** Creates a backend on two tables. */
  protected KeyValueBackend(Limits limits, KeyValueTable references, KeyValueTable objects) {
    this.limits = limits;
    this.references = references;
    this.objects = objects;
    referenceRows = TypedRows.ofReferences(references);
    objectRows = TypedRows.ofObjects(objects);
  }

  /**
   * Refuses calls after {@link #close}.
   *
   * @throws dev.cairn.api.ClosedException if this backend is closed
   */
  protected abstract void checkOpen();

  @Override
  public final Limits limits() {
    return limits;
  }

  @Override
  public final CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    checkOpen();
    return referenceRows.result(
        row.key(), Optional.empty(), references.insert(referenceRows.encode(row)));
  }

  @Override
  public final Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    checkOpen();
    return referenceRows.read(key);
  }

  @Override
  public final CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    checkOpen();
    Arguments.checkSwap(expected, next);
    return referenceRows.result(
        next.key(), Optional.of(expected), references.swap(expected, referenceRows.encode(next)));
  }

  @Override
  public final CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    checkOpen();
    return referenceRows.result(
        key, Optional.of(expected), references.remove(RowKeys.encode(key), expected));
  }

  @Override
  public final Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    checkOpen();
    return referenceRows.scan(
        scope.map(RowKeys::prefix).orElse(Bytes.empty()),
        key -> Optional.empty(),
        row -> true,
        after,
        visitor);
  }

  @Override
  public final List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    checkOpen();
    Map<ObjectKey, ObjectRow> found = new HashMap<>();
    for (List<ObjectKey> batch : batches(keys)) {
      found.putAll(objectRows.read(batch));
    }
    return keys.stream().map(key -> Optional.ofNullable(found.get(key))).toList();
  }

  private List<List<ObjectKey>> batches(Collection<ObjectKey> keys) {
    List<ObjectKey> different = keys.stream().distinct().toList();
    List<List<ObjectKey>> batches = new ArrayList<>();
    for (int from = 0; from < different.size(); from += limits.fetchBatch()) {
      int to = Math.min(different.size(), from + limits.fetchBatch());
      batches.add(different.subList(from, to));
    }
    return batches;
  }

  @Override
  public final void write(Collection<ObjectRow> rows) {
    checkOpen();
    Arguments.checkWrite(limits, rows);
    writeBatches(rows).forEach(objects::write);
  }

  // In the order of keys, so that writers of the same rows wait for each other in one order.
  private List<List<KeyValueRow>> writeBatches(Collection<ObjectRow> rows) {
    Map<Bytes, KeyValueRow> sorted = new TreeMap<>();
    for (ObjectRow row : rows) {
      KeyValueRow encoded = objectRows.encode(row);
      sorted.putIfAbsent(encoded.key(), encoded);
    }
    List<List<KeyValueRow>> batches = new ArrayList<>();
    List<KeyValueRow> batch = new ArrayList<>();
    long bytes = 0;
    for (KeyValueRow row : sorted.values()) {
      if (batch.size() == limits.writeBatch() || bytes >= BATCH_BYTES) {
        batches.add(batch);
        batch = new ArrayList<>();
        bytes = 0;
      }
      batch.add(row);
      bytes += row.key().length() + row.content().length();
    }
    if (!batch.isEmpty()) {
      batches.add(batch);
    }
    return batches;
  }

  /** One call if the rows fit into one batch, otherwise a write and a swap. */
  @Override
  public final CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
    checkOpen();
    Arguments.checkWrite(limits, rows);
    Arguments.checkSwap(expected, next);
    List<List<KeyValueRow>> batches = writeBatches(rows);
    if (batches.size() == 1) {
      return referenceRows.result(
          next.key(),
          Optional.of(expected),
          references.writeAndSwap(objects, batches.get(0), expected, referenceRows.encode(next)));
    }
    batches.forEach(objects::write);
    return swapReference(expected, next);
  }

  @Override
  public final CasResult<ObjectRow> insert(ObjectRow row) {
    checkOpen();
    Arguments.checkInsert(limits, row);
    return objectRows.result(row.key(), Optional.empty(), objects.insert(objectRows.encode(row)));
  }

  @Override
  public final CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    checkOpen();
    Arguments.checkSwap(limits, expected, next);
    return objectRows.result(
        next.key(), Optional.of(expected), objects.swap(expected, objectRows.encode(next)));
  }

  @Override
  public final CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    checkOpen();
    return objectRows.result(
        key, Optional.of(expected), objects.remove(RowKeys.encode(key), expected));
  }

  @Override
  public final void delete(Collection<ObjectKey> keys) {
    checkOpen();
    Arguments.checkDelete(keys);
    for (List<ObjectKey> batch : batches(keys)) {
      objects.delete(batch.stream().map(RowKeys::encode).toList());
    }
  }

  @Override
  public final Optional<ScanPosition> scanObjects(
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
    return objectRows.scan(
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
  public final List<ScanPosition> splitObjects(int parts) {
    checkOpen();
    return KeyPosition.cutInto(parts, objects.sample(parts));
  }
}
