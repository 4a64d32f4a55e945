package dev.cairn.simulation.broken;

import dev.cairn.api.ClosedException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/** Instances of a backend on one store, each of which is sound as long as it is alone. */
final class BrokenSharing {
  private BrokenSharing() {}

  /** Leaves the store open when an instance is closed. */
  private abstract static class Instance extends ForwardingBackend {
    Instance(Backend store) {
      super(store);
    }

    @Override
    public void close() {}
  }

  /** What an instance remembers of rows; its own writes make it forget them. */
  private abstract static class Remembering extends Instance {
    Remembering(Backend store) {
      super(store);
    }

    abstract <R> Optional<R> remembered(Object key, Supplier<Optional<R>> read);

    abstract void forget(Object key);

    @Override
    public final List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      Function<ObjectKey, Optional<ObjectRow>> read = key -> super.fetch(List.of(key), mode).get(0);
      return keys.stream().map(key -> remembered(key, () -> read.apply(key))).toList();
    }

    @Override
    public final Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
      return remembered(key, () -> super.readReference(key, mode));
    }

    @Override
    public final CasResult<ObjectRow> insert(ObjectRow row) {
      return written(row.key(), super.insert(row));
    }

    @Override
    public final CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      return written(next.key(), super.swap(expected, next));
    }

    @Override
    public final CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
      return written(key, super.deleteIf(key, expected));
    }

    @Override
    public final CasResult<ReferenceRow> insertReference(ReferenceRow row) {
      return written(row.key(), super.insertReference(row));
    }

    @Override
    public final CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      return written(next.key(), super.swapReference(expected, next));
    }

    @Override
    public final CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
      return written(key, super.removeReference(key, expected));
    }

    private <R> CasResult<R> written(Object key, CasResult<R> result) {
      forget(key);
      return result;
    }
  }

  /** Strong reads may be a second old: fresh after a write of this instance, not of another. */
  static final class SecondOld extends Remembering {
    private record Seen(Optional<?> row, long nanos) {}

    private final Map<Object, Seen> seen = new ConcurrentHashMap<>();

    SecondOld(Backend store) {
      super(store);
    }

    @Override
    @SuppressWarnings("unchecked") // A key has rows of one kind.
    <R> Optional<R> remembered(Object key, Supplier<Optional<R>> read) {
      Seen last = seen.get(key);
      if (last == null || System.nanoTime() - last.nanos > TimeUnit.SECONDS.toNanos(1)) {
        last = new Seen(read.get(), System.nanoTime());
        seen.put(key, last);
      }
      return (Optional<R>) last.row;
    }

    @Override
    void forget(Object key) {
      seen.remove(key);
    }
  }

  /** Every other read goes to a connection whose transaction began some reads ago. */
  static final class OldTransaction extends Remembering {
    private final Map<Object, Optional<?>> snapshot = new ConcurrentHashMap<>();
    private final AtomicInteger reads = new AtomicInteger();

    OldTransaction(Backend store) {
      super(store);
    }

    @Override
    @SuppressWarnings("unchecked") // A key has rows of one kind.
    <R> Optional<R> remembered(Object key, Supplier<Optional<R>> read) {
      int number = reads.incrementAndGet();
      if (number % 10 == 0) {
        snapshot.clear();
      }
      return number % 2 == 0
          ? (Optional<R>) snapshot.computeIfAbsent(key, unused -> read.get())
          : read.get();
    }

    @Override
    void forget(Object key) {
      snapshot.remove(key);
    }
  }

  /** Every instance has a store of its own. */
  static final class OwnStore extends Instance {
    OwnStore(Backend store) {
      super(new InMemoryBackend());
    }
  }

  /** A swap replaces whatever is there. */
  static final class ForgetsToCompare extends Instance {
    ForgetsToCompare(Backend store) {
      super(store);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      Optional<ObjectRow> present = delegate().fetch(List.of(next.key()), ReadMode.STRONG).get(0);
      return present.isEmpty()
          ? CasResult.conflict()
          : delegate().swap(present.get().token().orElseThrow(), next);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      Optional<ReferenceRow> present = delegate().readReference(next.key(), ReadMode.STRONG);
      return present.isEmpty()
          ? CasResult.conflict()
          : delegate().swapReference(present.get().token(), next);
    }
  }

  /** A call whose reply comes after the close says that it was refused. */
  static final class ClosesUnderCalls extends Instance {
    private final CountDownLatch closed = new CountDownLatch(1);

    ClosesUnderCalls(Backend store) {
      super(store);
    }

    @Override
    public CasResult<ObjectRow> insert(ObjectRow row) {
      refuseIfClosed(0);
      CasResult<ObjectRow> result = super.insert(row);
      // The reply takes its time.
      refuseIfClosed(1);
      return result;
    }

    private void refuseIfClosed(long afterMillis) {
      try {
        if (closed.await(afterMillis, TimeUnit.MILLISECONDS)) {
          throw new ClosedException("closed");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }
}
