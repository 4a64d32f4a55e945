package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.key;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.store.Change;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.store.Bench.Client;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Timeout;

/** Threads that commit large values to one reference, in groups that this thread leads. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // waits for other threads
abstract class LateEncodingBase {
  static final int LARGE = 8_000;
  static final Duration PATIENCE = Duration.ofMinutes(2);

  final Bench bench = new Bench(new InMemoryBackend(Limits.LEAST_MAX_VALUE_BYTES));
  final AtomicInteger waiting = new AtomicInteger();
  final Set<Thread> leaders = ConcurrentHashMap.newKeySet();
  final Client mine = mine();

  /** Really waits, while the clock of the test stands still: no patience ends. */
  final class RealWaiter implements Waiter {
    @Override
    public void await(Duration duration) {
      Waiter.system().await(duration);
    }

    @Override
    public void awaitDone(Future<?> event, Duration atMost) {
      waiting.incrementAndGet();
      Waiter.system().awaitDone(event, PATIENCE);
      waiting.decrementAndGet();
    }
  }

  /** A process that has encoded a large value before, so it knows what to expect. */
  Client mine() {
    bench.first();
    bench.stores.with(new Environment(bench.world::now, new RealWaiter(), new Random(7)));
    return learned(bench.process());
  }

  Client learned(Client process) {
    process.commit(put("learned", large()));
    process.backend.forget();
    leaders.clear();
    return process;
  }

  /** The columns of a table, which record the threads that read them one by one. */
  static class Columns extends AbstractList<String> {
    final Set<Thread> readers = ConcurrentHashMap.newKeySet();

    @Override
    public String get(int index) {
      readers.add(Thread.currentThread());
      return "0123456789".repeat(10);
    }

    @Override
    public int size() {
      return LARGE / 100;
    }
  }

  static Table table(List<String> columns) {
    return table(columns, List.of());
  }

  static Table table(List<String> columns, List<Long> needs) {
    return new Table(
        "t",
        0,
        false,
        0,
        Optional.empty(),
        columns,
        Map.of(),
        Bytes.empty(),
        Instant.EPOCH,
        Duration.ZERO,
        needs);
  }

  static Table large() {
    return table(new Columns());
  }

  static Table sized(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return Table.of("sized", Map.of(), Bytes.wrap(noise), List.of());
  }

  Change<ObjectRef> put(String name, Table table) {
    return workspace -> {
      leaders.add(Thread.currentThread());
      ObjectRef ref = workspace.put(table);
      workspace.index("tables").put(key(name), ref);
      workspace.message(name);
      return ref;
    };
  }

  static final class Caller<R> {
    final Thread thread;
    final CompletableFuture<R> outcome = new CompletableFuture<>();

    Caller(Supplier<R> call) {
      thread =
          new Thread(
              () -> {
                try {
                  outcome.complete(call.get());
                } catch (Throwable e) {
                  outcome.completeExceptionally(e);
                }
              });
      thread.start();
    }

    Throwable failure() {
      return outcome.handle((unused, e) -> e).join();
    }
  }

  <R> Caller<R> caller(Change<R> change) {
    return new Caller<>(() -> mine.commit(change).value());
  }

  void awaitWaiting(int callers) {
    while (waiting.get() < callers) {
      Thread.onSpinWait();
    }
  }

  /** Has {@code changes} join a group that this thread leads, and commits {@code own} first. */
  <R> List<Caller<R>> lead(Change<?> own, List<Change<R>> changes) {
    List<Caller<R>> callers = new ArrayList<>();
    mine.commit(
        workspace -> {
          if (callers.isEmpty()) {
            for (Change<R> change : changes) {
              callers.add(caller(change));
              awaitWaiting(callers.size()); // they join in this order
            }
          }
          return Optional.of(own.apply(workspace));
        });
    bench.tasks.run(); // what did not fit into this thread's group
    return callers;
  }

  static void awaitEnd(CountDownLatch latch) {
    try {
      assertTrue(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
