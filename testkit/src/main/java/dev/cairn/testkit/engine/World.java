package dev.cairn.testkit.engine;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.store.CommitLimits;
import dev.cairn.core.internal.store.CommitMetrics;
import dev.cairn.core.internal.store.Stores;
import dev.cairn.snowflake.SnowflakeId;
import dev.cairn.testkit.TestClock;
import dev.cairn.testkit.contract.ContractPart;
import dev.cairn.testkit.fault.Stop;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * What one test works in: an unused scope, a clock of its own, and processes, each with node and
 * cache of its own, on the backend under test.
 */
final class World implements AutoCloseable {
  /** The reference that tests use. */
  static final String MAIN = "main";

  /**
   * Bounds that no test meets unless it means to: waits of all threads add up on the clock.
   *
   * @see TestClock#waiter
   */
  static final CommitLimits LIMITS =
      new CommitLimits(
          Duration.ofDays(100),
          1_000_000,
          128,
          1 << 20,
          Duration.ofDays(1),
          4096,
          Duration.ofDays(200),
          Duration.ofDays(300));

  private static final int CACHE_BYTES = 32 << 20;

  private final Backend backend;
  private final Random random;
  private final Scope scope = newScope();
  private final TestClock clock = new TestClock();
  private final WorldWaiter waiter = new WorldWaiter(clock);
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "engine");
            thread.setDaemon(true);
            return thread;
          });
  private final AtomicInteger nodes = new AtomicInteger(1);
  private final AtomicLong drawnIds = new AtomicLong();
  private final Map<Long, Stop> idsToStop = new ConcurrentHashMap<>();

  World(ContractPart part) {
    backend = part.backend();
    random = part.seed().random("tokens and jitter");
  }

  /** An unused scope. */
  static Scope newScope() {
    return new Scope("t-" + UUID.randomUUID(), "c-" + UUID.randomUUID());
  }

  /** The backend under test. */
  Backend backend() {
    return backend;
  }

  Scope scope() {
    return scope;
  }

  TestClock clock() {
    return clock;
  }

  WorldWaiter waiter() {
    return waiter;
  }

  /** Threads for commits. */
  Executor threads() {
    return threads;
  }

  /** The store of a new process. */
  Store store() {
    return store(backend);
  }

  /** The store of a new process, with {@code connection} to the backend. */
  Store store(Backend connection) {
    return store(connection, threads, LIMITS);
  }

  /** The same, which runs what no caller waits for on {@code executor}. */
  Store store(Backend connection, Executor executor, CommitLimits limits) {
    return process(connection, executor, limits).open(scope);
  }

  /** A new process, from which stores come that share a cache. */
  Stores process(Backend connection, Executor executor, CommitLimits limits) {
    return new Stores(
        connection,
        new Codec(FormatLevel.NEWEST),
        Item.TYPES,
        ids(nodes.getAndIncrement()),
        new ObjectCache(CACHE_BYTES, Runnable::run),
        Duration.ofSeconds(1),
        limits,
        CommitMetrics.NONE,
        new Environment(clock, waiter, random),
        executor);
  }

  /** Stops the thread that draws the {@code number}-th ID from now, whichever process it is of. */
  Stop stopAtId(int number) {
    Stop stop = new Stop();
    idsToStop.put(drawnIds.get() + number, stop);
    return stop;
  }

  // Unique in this scope; their time is the clock's.
  private LongSupplier ids(int node) {
    AtomicLong last = new AtomicLong();
    return () -> {
      Stop stop = idsToStop.remove(drawnIds.incrementAndGet());
      if (stop != null) {
        stop.hold();
      }
      long first = SnowflakeId.of(SnowflakeId.toTimestamp(clock.instant()), node, 0);
      return last.updateAndGet(id -> Math.max(first, next(id, node)));
    };
  }

  private static long next(long id, int node) {
    int sequence = SnowflakeId.sequence(id) + 1;
    return sequence < SnowflakeId.SEQUENCES
        ? SnowflakeId.of(SnowflakeId.timestamp(id), node, sequence)
        : SnowflakeId.of(SnowflakeId.timestamp(id) + 1, node, 0);
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
