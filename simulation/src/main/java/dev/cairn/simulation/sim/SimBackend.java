package dev.cairn.simulation.sim;

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
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.testkit.history.RowText;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A database that takes a while to reach and to answer: others get a turn before a call is done and
 * after it. An actor that crashes before never asked, one that crashes after never heard.
 */
final class SimBackend extends ForwardingBackend {
  private final Scheduler scheduler;

  SimBackend(Backend delegate, Scheduler scheduler) {
    super(delegate);
    this.scheduler = scheduler;
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    if (!scheduler.isTraced()) {
      scheduler.step(operation.name());
      T reply = call.get();
      scheduler.step("answered");
      return reply;
    }
    Strand self = scheduler.self();
    String detail = self == null ? "" : self.detail;
    // The same text as without a trace, so that the fingerprint is the same.
    scheduler.step(operation.name());
    T reply;
    try {
      reply = call.get();
    } catch (RuntimeException e) {
      scheduler.note("  %s %s failed: %s".formatted(operation, detail, e.getMessage()));
      throw e;
    }
    scheduler.note("  %s %s -> %s".formatted(operation, detail, RowText.of(reply)));
    scheduler.step("answered");
    return reply;
  }

  private void about(Object detail) {
    if (scheduler.isTraced()) {
      Strand self = scheduler.self();
      if (self != null) {
        self.detail = RowText.of(detail);
      }
    }
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    about(row);
    return super.insertReference(row);
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    about(key);
    return super.readReference(key, mode);
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    about(List.of(expected, next));
    return super.swapReference(expected, next);
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    about(List.of(key, expected));
    return super.removeReference(key, expected);
  }

  @Override
  public Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    about(scope);
    return super.scanReferences(scope, after, visitor);
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    about(keys);
    return super.fetch(keys, mode);
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    about(rows);
    super.write(rows);
  }

  @Override
  public CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
    about(List.of(rows, expected, next));
    return super.writeAndSwap(rows, expected, next);
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    about(row);
    return super.insert(row);
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    about(List.of(expected, next));
    return super.swap(expected, next);
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    about(List.of(key, expected));
    return super.deleteIf(key, expected);
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    about(keys);
    super.delete(keys);
  }

  @Override
  public Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    about(List.of(scope, type));
    return super.scanObjects(scope, type, bound, after, visitor);
  }
}
