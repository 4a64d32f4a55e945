package dev.cairn.core.internal.store;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.TestTypes;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Stores as several processes would have them: each with a cache and a node of its own. */
final class TestStores {
  static final Scope SCOPE = new Scope("tenant", "catalog");
  static final CommitLimits LIMITS =
      new CommitLimits(
          Duration.ofSeconds(30),
          1000,
          128,
          1 << 20,
          Duration.ofSeconds(10),
          4096,
          Duration.ofHours(12),
          Duration.ofDays(6));

  private Environment environment;
  private final Executor executor;
  private CommitLimits limits = LIMITS;
  private CommitMetrics metrics = CommitMetrics.NONE;
  private @Nullable LongSupplier ids;
  private int level = FormatLevel.NEWEST;
  private long cacheBytes = 64 << 20;
  private final AtomicInteger nodes = new AtomicInteger(1);

  TestStores(Environment environment, Executor executor) {
    this.environment = environment;
    this.executor = executor;
  }

  TestStores with(Environment other) {
    environment = other;
    return this;
  }

  TestStores with(CommitLimits other) {
    limits = other;
    return this;
  }

  TestStores with(CommitMetrics other) {
    metrics = other;
    return this;
  }

  TestStores with(LongSupplier other) {
    ids = other;
    return this;
  }

  /** Stores of format level 1, whose processes race. */
  TestStores withoutTurns() {
    level = 1;
    return this;
  }

  TestStores withCache(long bytes) {
    cacheBytes = bytes;
    return this;
  }

  /** A store of a process of its own. */
  EngineStore open(Backend backend) {
    return process(backend).open(SCOPE);
  }

  /** A process, whose stores share a cache. */
  Stores process(Backend backend) {
    return new Stores(
        backend,
        new Codec(level),
        TestTypes.ALL,
        ids != null ? ids : ids(nodes.getAndIncrement()),
        new ObjectCache(cacheBytes, Runnable::run),
        Duration.ofSeconds(1),
        limits,
        metrics,
        environment,
        executor);
  }

  /** IDs with the time of the test's clock. */
  LongSupplier ids(int node) {
    return new LongSupplier() {
      private long timestamp;
      private int sequence;

      @Override
      public synchronized long getAsLong() {
        long now = SnowflakeId.toTimestamp(environment.clock().instant());
        if (now > timestamp) {
          timestamp = now;
          sequence = 0;
        } else if (++sequence == SnowflakeId.SEQUENCES) {
          timestamp++;
          sequence = 0;
        }
        return SnowflakeId.of(timestamp, node, sequence);
      }
    };
  }
}
