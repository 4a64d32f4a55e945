package dev.cairn.core.internal.store;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Notes what is called, and lets a test act at the moment it wants. */
final class WatchedBackend extends ForwardingBackend {
  private final List<Operation> calls = new ArrayList<>();
  private final List<ObjectRow> written = new ArrayList<>();
  private final Map<Operation, Deque<Runnable>> before = new EnumMap<>(Operation.class);
  private final Map<Operation, Deque<Runnable>> after = new EnumMap<>(Operation.class);
  private Runnable beforeEach = () -> {};
  private boolean interruptible;

  WatchedBackend(Backend delegate) {
    super(delegate);
  }

  /** Runs {@code action} once, just before the next call of {@code operation} without one. */
  void before(Operation operation, Runnable action) {
    before.computeIfAbsent(operation, unused -> new ArrayDeque<>()).add(action);
  }

  /** Runs {@code action} once, after such a call was done and before the engine hears of it. */
  void after(Operation operation, Runnable action) {
    after.computeIfAbsent(operation, unused -> new ArrayDeque<>()).add(action);
  }

  /** Runs {@code action} before every call. */
  void beforeEach(Runnable action) {
    beforeEach = action;
  }

  void setInterruptible() {
    interruptible = true;
  }

  @Override
  public boolean isInterruptible() {
    return interruptible;
  }

  @Override
  protected <T> T around(Operation operation, Supplier<T> call) {
    beforeEach.run();
    calls.add(operation);
    runNext(before, operation);
    T result = call.get();
    runNext(after, operation);
    return result;
  }

  private static void runNext(Map<Operation, Deque<Runnable>> actions, Operation operation) {
    Deque<Runnable> ofOperation = actions.get(operation);
    if (ofOperation != null && !ofOperation.isEmpty()) {
      ofOperation.remove().run();
    }
  }

  @Override
  public void write(Collection<ObjectRow> rows) {
    super.write(rows);
    written.addAll(rows);
  }

  List<Operation> calls() {
    return calls;
  }

  long count(Operation operation) {
    return calls.stream().filter(operation::equals).count();
  }

  /** How many calls read rows, whichever. */
  long reads() {
    return count(Operation.READ_REFERENCE) + count(Operation.FETCH);
  }

  /** The rows of {@code type} written so far. */
  List<ObjectRow> written(String type) {
    return written.stream().filter(row -> row.key().type().equals(type)).toList();
  }

  void forget() {
    calls.clear();
    written.clear();
  }
}
