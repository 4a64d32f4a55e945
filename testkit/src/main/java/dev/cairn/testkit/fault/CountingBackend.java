package dev.cairn.testkit.fault;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowFormat;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Counts calls, rows and bytes of each operation, and round trips that waited for one another.
 *
 * <p>A call that begins when another has ended waited for it; calls that overlap did not wait. So
 * the longest chain of calls, each begun after the one before it ended, is what latency is made of.
 */
public final class CountingBackend extends ForwardingBackend {
  private final Map<Operation, CallCounts.Cost> costs = new EnumMap<>(Operation.class);
  private long sequential;

  /** Counts what goes to {@code delegate}, from zero. */
  public CountingBackend(Backend delegate) {
    super(delegate);
  }

  /** What was counted until now. */
  public synchronized CallCounts counts() {
    return new CallCounts(costs, sequential);
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    long position = begin(operation);
    try {
      return super.around(operation, call);
    } finally {
      end(position);
    }
  }

  private synchronized long begin(Operation operation) {
    add(operation, new CallCounts.Cost(1, 0, 0));
    return sequential + 1;
  }

  private synchronized void end(long position) {
    sequential = Math.max(sequential, position);
  }

  private synchronized void add(Operation operation, CallCounts.Cost cost) {
    costs.merge(operation, cost, CallCounts.Cost::plus);
  }

  private void row(Operation operation, ReferenceRow row) {
    add(operation, new CallCounts.Cost(0, 1, RowFormat.encode(row).length()));
  }

  private void row(Operation operation, ObjectRow row) {
    add(operation, new CallCounts.Cost(0, 1, RowFormat.encode(row).length()));
  }

  private void keys(Operation operation, int count) {
    add(operation, new CallCounts.Cost(0, count, 0));
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    row(Operation.INSERT_REFERENCE, row);
    return super.insertReference(row);
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    Optional<ReferenceRow> found = super.readReference(key, mode);
    found.ifPresentOrElse(
        row -> row(Operation.READ_REFERENCE, row), () -> keys(Operation.READ_REFERENCE, 1));
    return found;
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    row(Operation.SWAP_REFERENCE, next);
    return super.swapReference(expected, next);
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    keys(Operation.REMOVE_REFERENCE, 1);
    return super.removeReference(key, expected);
  }

  @Override
  public Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    return super.scanReferences(
        scope,
        after,
        row -> {
          row(Operation.SCAN_REFERENCES, row);
          return visitor.visit(row);
        });
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    List<Optional<ObjectRow>> found = super.fetch(keys, mode);
    for (Optional<ObjectRow> each : found) {
      each.ifPresentOrElse(row -> row(Operation.FETCH, row), () -> keys(Operation.FETCH, 1));
    }
    return found;
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    rows.forEach(row -> row(Operation.WRITE, row));
    super.write(rows);
  }

  @Override
  public CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
    if (writesAndSwapsAtOnce()) {
      rows.forEach(row -> row(Operation.WRITE_AND_SWAP, row));
      row(Operation.WRITE_AND_SWAP, next);
    }
    return super.writeAndSwap(rows, expected, next);
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    row(Operation.INSERT, row);
    return super.insert(row);
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    row(Operation.SWAP, next);
    return super.swap(expected, next);
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    keys(Operation.DELETE_IF, 1);
    return super.deleteIf(key, expected);
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    keys(Operation.DELETE, keys.size());
    super.delete(keys);
  }

  @Override
  public Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    return super.scanObjects(
        scope,
        type,
        bound,
        after,
        row -> {
          row(Operation.SCAN_OBJECTS, row);
          return visitor.visit(row);
        });
  }
}
