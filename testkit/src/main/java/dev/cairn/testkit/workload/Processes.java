package dev.cairn.testkit.workload;

import dev.cairn.api.Scope;
import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.settle.Settled;
import dev.cairn.core.internal.store.CommitLimits;
import dev.cairn.core.internal.store.CommitMetrics;
import dev.cairn.core.internal.store.Stores;
import dev.cairn.core.internal.turn.TurnRules;
import dev.cairn.snowflake.SnowflakeId;
import dev.cairn.testkit.TestClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Makes stores as processes have them: each with a node, a cache and an environment of its own. */
public class Processes {
  /** The codec of all of them. */
  public static final Codec CODEC = new Codec(FormatLevel.NEWEST);

  private static final CommitLimits LIMITS =
      new CommitLimits(
          Duration.ofSeconds(20),
          100,
          8,
          1 << 20,
          Duration.ofSeconds(1),
          4096,
          Duration.ofDays(1),
          Duration.ofDays(2));

  private final ChaosTally tally;
  private final CommitLimits limits;
  private final long cacheBytes;
  private final AtomicInteger nodes = new AtomicInteger();

  /** With the limits of most scenarios. */
  public Processes(ChaosTally tally) {
    this(tally, LIMITS, 8 << 20);
  }

  /**
   * @param cacheBytes what each process remembers
   */
  public Processes(ChaosTally tally, CommitLimits limits, long cacheBytes) {
    this.tally = tally;
    this.limits = limits;
    this.cacheBytes = cacheBytes;
  }

  /** A store whose clock stands still and that never waits. */
  public Store outside(Scope scope, Backend backend) {
    Environment environment =
        new Environment(() -> TestClock.START, duration -> {}, new Random(scope.hashCode()));
    return open(
        backend,
        environment,
        Runnable::run,
        () -> SnowflakeId.toTimestamp(environment.clock().instant()),
        scope);
  }

  /** A store of real threads. */
  public Store real(Scope scope, Backend backend, Waiter waiter, Random random, Executor executor) {
    InstantSource clock = InstantSource.system();
    return open(
        backend,
        new Environment(clock, waiter, random),
        executor,
        () -> SnowflakeId.toTimestamp(clock.instant()),
        scope);
  }

  /**
   * A store with what its process has of its own.
   *
   * @param timestamps the times of its IDs
   */
  protected final Store open(
      Backend backend,
      Environment environment,
      Executor executor,
      Supplier<Long> timestamps,
      Scope scope) {
    return open(backend, environment, executor, timestamps, scope, cacheBytes);
  }

  /**
   * The same.
   *
   * @param remembered the bytes of its cache
   */
  protected final Store open(
      Backend backend,
      Environment environment,
      Executor executor,
      Supplier<Long> timestamps,
      Scope scope,
      long remembered) {
    return new Stores(
            backend,
            CODEC,
            Note.TYPES,
            ids(timestamps),
            new ObjectCache(remembered, Runnable::run),
            Duration.ofMillis(200),
            limits,
            metrics(new Counting(tally)),
            turns(),
            environment,
            executor)
        .open(scope);
  }

  /** How they share a reference; empty if they race. */
  protected Optional<TurnRules> turns() {
    return Optional.of(TurnRules.DEFAULT);
  }

  /** What counts their commits, besides {@code counting}. */
  protected CommitMetrics metrics(CommitMetrics counting) {
    return counting;
  }

  // No node is given to two processes, so IDs are unique whatever clocks do.
  private LongSupplier ids(Supplier<Long> timestamps) {
    int node = nodes.getAndIncrement() % SnowflakeId.NODES;
    AtomicLong last = new AtomicLong();
    return () -> {
      long first = SnowflakeId.of(timestamps.get(), node, 0);
      return last.updateAndGet(id -> Math.max(first, next(id, node)));
    };
  }

  private static long next(long id, int node) {
    int sequence = SnowflakeId.sequence(id) + 1;
    return sequence < SnowflakeId.SEQUENCES
        ? SnowflakeId.of(SnowflakeId.timestamp(id), node, sequence)
        : SnowflakeId.of(SnowflakeId.timestamp(id) + 1, node, 0);
  }

  private record Counting(ChaosTally tally) implements CommitMetrics {
    @Override
    public void attempted(int commits, int rows, long bytes) {}

    @Override
    public void conflicted() {}

    @Override
    public void settled(Settled<?> settled) {
      tally.addSettled(settled);
    }

    @Override
    public void ended(Outcome outcome, Duration latency) {}
  }
}
