package dev.cairn.api.spi;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Forwards all calls to another backend.
 *
 * <p>Every operation on rows passes through {@link #around}, the single hook for metrics, counting
 * and fault injection.
 */
public abstract class ForwardingBackend implements Backend {
  private final Backend delegate;

  protected ForwardingBackend(Backend delegate) {
    this.delegate = delegate;
  }

  /** The wrapped backend. */
  protected final Backend delegate() {
    return delegate;
  }

  /** Wraps every operation on rows; {@code call} executes it. */
  protected <T> T around(Operation operation, Supplier<T> call) {
    return call.get();
  }

  private void aroundVoid(Operation operation, Runnable call) {
    Optional<Object> unused =
        around(
            operation,
            () -> {
              call.run();
              return Optional.empty();
            });
  }

  @Override
  public String name() {
    return delegate.name();
  }

  @Override
  public Limits limits() {
    return delegate.limits();
  }

  @Override
  public boolean isInterruptible() {
    return delegate.isInterruptible();
  }

  @Override
  public boolean expiresRows() {
    return delegate.expiresRows();
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    return around(Operation.INSERT_REFERENCE, () -> delegate.insertReference(row));
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    return around(Operation.READ_REFERENCE, () -> delegate.readReference(key, mode));
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    return around(Operation.SWAP_REFERENCE, () -> delegate.swapReference(expected, next));
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    return around(Operation.REMOVE_REFERENCE, () -> delegate.removeReference(key, expected));
  }

  @Override
  public Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    return around(Operation.SCAN_REFERENCES, () -> delegate.scanReferences(scope, after, visitor));
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    return around(Operation.FETCH, () -> delegate.fetch(keys, mode));
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    aroundVoid(Operation.WRITE, () -> delegate.write(rows));
  }

  /** One call if it is one for the other backend, otherwise {@link #write} and the swap of this. */
  @Override
  public CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
    return writesAndSwapsAtOnce()
        ? around(Operation.WRITE_AND_SWAP, () -> delegate.writeAndSwap(rows, expected, next))
        : Backend.super.writeAndSwap(rows, expected, next);
  }

  @Override
  public boolean writesAndSwapsAtOnce() {
    return delegate.writesAndSwapsAtOnce();
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    return around(Operation.INSERT, () -> delegate.insert(row));
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    return around(Operation.SWAP, () -> delegate.swap(expected, next));
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    return around(Operation.DELETE_IF, () -> delegate.deleteIf(key, expected));
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    aroundVoid(Operation.DELETE, () -> delegate.delete(keys));
  }

  @Override
  public Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    return around(
        Operation.SCAN_OBJECTS, () -> delegate.scanObjects(scope, type, bound, after, visitor));
  }

  @Override
  public List<ScanPosition> splitObjects(int parts) {
    return delegate.splitObjects(parts);
  }

  @Override
  public void createSchema() {
    delegate.createSchema();
  }

  @Override
  public void verifySchema() {
    delegate.verifySchema();
  }

  @Override
  public String describeSchema() {
    return delegate.describeSchema();
  }

  @Override
  public Optional<DatabaseTime> time() {
    return delegate.time();
  }

  @Override
  public Health health() {
    return delegate.health();
  }

  @Override
  public SizeEstimate estimateSize() {
    return delegate.estimateSize();
  }

  @Override
  public Map<String, Double> statistics() {
    return delegate.statistics();
  }

  @Override
  public Optional<Backup> backup() {
    return delegate.backup();
  }

  @Override
  public void close() {
    delegate.close();
  }
}
