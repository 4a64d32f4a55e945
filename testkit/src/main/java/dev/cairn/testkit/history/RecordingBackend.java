package dev.cairn.testkit.history;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.testkit.history.RowCall.Answer;
import dev.cairn.testkit.history.RowCall.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes into a {@link History} what its callers do and hear.
 *
 * <p>A conditional write that throws an exception did nothing and is left out; one that ends by an
 * error, as in an actor that crashed, is unknown. A bulk write that throws is unknown for each of
 * its rows. What a scan visits is a read that began with the scan; resumed scans are left out,
 * since theirs began before.
 */
public final class RecordingBackend extends ForwardingBackend {
  private final History history;
  private final Supplier<String> client;

  /** Records calls, each in the name of the thread that makes it. */
  public RecordingBackend(Backend delegate, History history) {
    this(delegate, history, () -> Thread.currentThread().getName());
  }

  /** Records calls in the name of {@code client}. */
  public RecordingBackend(Backend delegate, History history, String client) {
    this(delegate, history, () -> client);
  }

  private RecordingBackend(Backend delegate, History history, Supplier<String> client) {
    super(delegate);
    this.history = history;
    this.client = client;
  }

  private void add(
      Object key,
      Kind kind,
      @Nullable Token expected,
      @Nullable Object put,
      Answer answer,
      @Nullable Object found,
      long invoked) {
    long returned = answer == Answer.UNKNOWN ? Timed.NEVER : history.tick();
    history.add(
        new RowCall(client.get(), key, kind, expected, put, answer, found, invoked, returned));
  }

  private <R> CasResult<R> conditional(
      Object key,
      Kind kind,
      @Nullable Token expected,
      @Nullable R put,
      Supplier<CasResult<R>> call) {
    long invoked = history.tick();
    CasResult<R> result;
    try {
      result = call.get();
    } catch (Error e) {
      add(key, kind, expected, put, Answer.UNKNOWN, null, invoked);
      throw e;
    }
    if (result instanceof CasResult.Conflict<R> conflict) {
      Answer answer = conflict.reported() ? Answer.CONFLICT : Answer.SILENT_CONFLICT;
      add(key, kind, expected, put, answer, conflict.row().orElse(null), invoked);
    } else {
      boolean applied = result instanceof CasResult.Applied;
      add(key, kind, expected, put, applied ? Answer.APPLIED : Answer.UNKNOWN, null, invoked);
    }
    return result;
  }

  private void read(Object key, ReadMode mode, @Nullable Object found, long invoked) {
    Kind kind = mode == ReadMode.STRONG ? Kind.READ : Kind.WEAK_READ;
    add(key, kind, null, null, Answer.FOUND, found, invoked);
  }

  @Override
  public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
    return conditional(row.key(), Kind.INSERT, null, row, () -> super.insertReference(row));
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    long invoked = history.tick();
    Optional<ReferenceRow> found = super.readReference(key, mode);
    read(key, mode, found.orElse(null), invoked);
    return found;
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    return conditional(
        next.key(), Kind.SWAP, expected, next, () -> super.swapReference(expected, next));
  }

  @Override
  public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
    return conditional(
        key, Kind.REMOVE, expected, null, () -> super.removeReference(key, expected));
  }

  @Override
  public Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    long invoked = history.tick();
    return super.scanReferences(
        scope,
        after,
        row -> {
          if (after.isEmpty()) {
            read(row.key(), ReadMode.STRONG, row, invoked);
          }
          return visitor.visit(row);
        });
  }

  @Override
  public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
    long invoked = history.tick();
    List<Optional<ObjectRow>> found = super.fetch(keys, mode);
    for (int i = 0; i < keys.size(); i++) {
      read(keys.get(i), mode, found.get(i).orElse(null), invoked);
    }
    return found;
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    List<ObjectRow> copy = List.copyOf(rows);
    long invoked = history.tick();
    Answer answer = bulk(() -> super.write(copy), unknown -> addWrites(copy, unknown, invoked));
    addWrites(copy, answer, invoked);
  }

  /** Each row as a write, which is in doubt unless the swap was applied, and the swap. */
  @Override
  public CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
    if (!writesAndSwapsAtOnce()) {
      return super.writeAndSwap(rows, expected, next);
    }
    List<ObjectRow> copy = List.copyOf(rows);
    long invoked = history.tick();
    Answer written = Answer.UNKNOWN;
    try {
      CasResult<ReferenceRow> result =
          conditional(
              next.key(),
              Kind.SWAP,
              expected,
              next,
              () -> super.writeAndSwap(copy, expected, next));
      written = result instanceof CasResult.Applied ? Answer.APPLIED : Answer.UNKNOWN;
      return result;
    } finally {
      addWrites(copy, written, invoked);
    }
  }

  private void addWrites(List<ObjectRow> rows, Answer answer, long invoked) {
    rows.forEach(row -> add(row.key(), Kind.WRITE, null, row, answer, null, invoked));
  }

  @Override
  public void delete(Collection<ObjectKey> keys) {
    List<ObjectKey> copy = List.copyOf(keys);
    long invoked = history.tick();
    Answer answer = bulk(() -> super.delete(copy), unknown -> addDeletes(copy, unknown, invoked));
    addDeletes(copy, answer, invoked);
  }

  private void addDeletes(List<ObjectKey> keys, Answer answer, long invoked) {
    keys.forEach(key -> add(key, Kind.DELETE, null, null, answer, null, invoked));
  }

  /** Makes {@code call}; if its outcome is unknown, passes that to {@code unknown}. */
  private static Answer bulk(Runnable call, Consumer<Answer> unknown) {
    try {
      call.run();
      return Answer.APPLIED;
    } catch (BackendUnavailableException | Error e) {
      unknown.accept(Answer.UNKNOWN);
      throw e;
    }
  }

  @Override
  public CasResult<ObjectRow> insert(ObjectRow row) {
    return conditional(row.key(), Kind.INSERT, null, row, () -> super.insert(row));
  }

  @Override
  public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
    return conditional(next.key(), Kind.SWAP, expected, next, () -> super.swap(expected, next));
  }

  @Override
  public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
    return conditional(key, Kind.REMOVE, expected, null, () -> super.deleteIf(key, expected));
  }

  @Override
  public Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor) {
    long invoked = history.tick();
    return super.scanObjects(
        scope,
        type,
        bound,
        after,
        row -> {
          if (after.isEmpty()) {
            read(row.key(), ReadMode.STRONG, row, invoked);
          }
          return visitor.visit(row);
        });
  }
}
