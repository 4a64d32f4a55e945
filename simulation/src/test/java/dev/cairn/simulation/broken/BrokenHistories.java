package dev.cairn.simulation.broken;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestClock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers that are sometimes wrong, visible only in comparison with other answers. */
final class BrokenHistories {
  private BrokenHistories() {}

  /** Goes wrong in one of so many calls of racing threads. */
  private abstract static class NowAndThen extends Broken {
    private final AtomicInteger calls = new AtomicInteger();
    private final int oneOf;

    NowAndThen(Backend sound, TestClock clock, int oneOf) {
      super(sound, clock);
      this.oneOf = oneOf;
    }

    final boolean goesWrong() {
      return isRacing() && calls.incrementAndGet() % oneOf == 0;
    }
  }

  /** A strong read is sometimes answered by a replica that is one version behind. */
  static final class StaleStrongRead extends NowAndThen {
    private final Map<ObjectKey, ObjectRow> before = new ConcurrentHashMap<>();

    StaleStrongRead(Backend sound, TestClock clock) {
      super(sound, clock, 5);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      Optional<ObjectRow> present = present(next.key());
      CasResult<ObjectRow> result = super.swap(expected, next);
      if (result instanceof CasResult.Applied) {
        present.ifPresent(row -> before.put(row.key(), row));
      }
      return result;
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      List<Optional<ObjectRow>> found = super.fetch(keys, mode);
      return mode == ReadMode.STRONG && goesWrong()
          ? found.stream().map(each -> each.map(this::older)).toList()
          : found;
    }

    private ObjectRow older(ObjectRow row) {
      return before.getOrDefault(row.key(), row);
    }
  }

  /** The same for references. */
  static final class StaleReferenceRead extends NowAndThen {
    private final Map<ReferenceKey, ReferenceRow> before = new ConcurrentHashMap<>();

    StaleReferenceRead(Backend sound, TestClock clock) {
      super(sound, clock, 5);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      Optional<ReferenceRow> present = present(next.key());
      CasResult<ReferenceRow> result = super.swapReference(expected, next);
      if (result instanceof CasResult.Applied) {
        present.ifPresent(row -> before.put(row.key(), row));
      }
      return result;
    }

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
      Optional<ReferenceRow> found = super.readReference(key, mode);
      return mode == ReadMode.STRONG && goesWrong()
          ? found.map(row -> before.getOrDefault(key, row))
          : found;
    }
  }

  /** A swap is acknowledged before it is durable, and sometimes lost. */
  static final class LosesAcknowledged extends NowAndThen {
    LosesAcknowledged(Backend sound, TestClock clock) {
      super(sound, clock, 5);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      boolean holds = present(next.key()).flatMap(ObjectRow::token).equals(Optional.of(expected));
      return holds && goesWrong() ? CasResult.applied() : super.swap(expected, next);
    }
  }

  /** A time-out is taken for a conflict though the swap was applied. */
  static final class UnknownIsConflict extends NowAndThen {
    UnknownIsConflict(Backend sound, TestClock clock) {
      super(sound, clock, 5);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      CasResult<ObjectRow> result = super.swap(expected, next);
      return result instanceof CasResult.Applied && goesWrong() ? CasResult.conflict() : result;
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      CasResult<ReferenceRow> result = super.swapReference(expected, next);
      return result instanceof CasResult.Applied && goesWrong() ? CasResult.conflict() : result;
    }
  }

  /** The driver repeats an insert whose reply was lost, and meets its own row. */
  static final class RepeatsInserts extends NowAndThen {
    RepeatsInserts(Backend sound, TestClock clock) {
      super(sound, clock, 5);
    }

    @Override
    public CasResult<ObjectRow> insert(ObjectRow row) {
      CasResult<ObjectRow> first = super.insert(row);
      return first instanceof CasResult.Applied && goesWrong() ? super.insert(row) : first;
    }

    @Override
    public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
      CasResult<ReferenceRow> first = super.insertReference(row);
      return first instanceof CasResult.Applied && goesWrong() ? super.insertReference(row) : first;
    }
  }

  /** What was answered with a conflict is still on its way, and lands with the next read. */
  static final class ConflictLandsLater extends NowAndThen {
    private final Queue<Runnable> late = new ConcurrentLinkedQueue<>();

    ConflictLandsLater(Backend sound, TestClock clock) {
      super(sound, clock, 5);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      if (goesWrong()) {
        late.add(() -> super.swap(expected, next));
        return CasResult.conflict();
      }
      return super.swap(expected, next);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      if (goesWrong()) {
        late.add(() -> super.swapReference(expected, next));
        return CasResult.conflict();
      }
      return super.swapReference(expected, next);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      land();
      return super.fetch(keys, mode);
    }

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
      land();
      return super.readReference(key, mode);
    }

    private void land() {
      for (Runnable each = late.poll(); each != null; each = late.poll()) {
        each.run();
      }
    }
  }

  /** A weak read sometimes returns a row that was never written. */
  static final class WeakReadInvents extends NowAndThen {
    WeakReadInvents(Backend sound, TestClock clock) {
      super(sound, clock, 5);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      List<Optional<ObjectRow>> found = super.fetch(keys, mode);
      return mode == ReadMode.WEAK && goesWrong()
          ? found.stream()
              .map(each -> each.map(row -> withValue(row, Bytes.ofUtf8("invented"))))
              .toList()
          : found;
    }
  }

  /** A bulk write or delete sometimes forgets a row and says nothing. */
  static final class BulkForgets extends NowAndThen {
    BulkForgets(Backend sound, TestClock clock) {
      super(sound, clock, 2);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      super.write(goesWrong() ? rows.stream().skip(1).toList() : rows);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
      super.delete(goesWrong() ? keys.stream().skip(1).toList() : keys);
    }
  }
}
