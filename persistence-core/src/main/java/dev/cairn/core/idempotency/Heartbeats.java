package dev.cairn.core.idempotency;

import dev.cairn.api.CairnException;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Renews the leases of requests that take long, three times in each lease. One tick serves all: a
 * timer for each request would cost more than most requests do.
 */
final class Heartbeats implements AutoCloseable {
  private static final int PER_LEASE = 3;

  // By when they began, so that a simulation finds them in the same order every time.
  private final Map<Long, Ownership> running = new ConcurrentSkipListMap<>();
  private final AtomicLong begun = new AtomicLong();
  private final Executor executor;
  private final IdScheduler.Repeated ticks;

  Heartbeats(IdScheduler scheduler, Executor executor, Duration lease) {
    this.executor = executor;
    this.ticks = scheduler.every(lease.dividedBy(PER_LEASE), this::tick);
  }

  /** Renews the lease of {@code owner} from now on; returns what ends it. */
  Runnable begin(Ownership owner) {
    long number = begun.incrementAndGet();
    running.put(number, owner);
    return () -> running.remove(number);
  }

  private void tick() {
    for (Map.Entry<Long, Ownership> each : running.entrySet()) {
      try {
        executor.execute(() -> beat(each.getKey(), each.getValue()));
      } catch (RejectedExecutionException e) {
        return; // the process ends
      }
    }
  }

  private void beat(Long number, Ownership owner) {
    if (!running.containsKey(number)) {
      return;
    }
    try {
      if (owner.heartbeat() instanceof Ownership.Kept.Lost) {
        running.remove(number);
      }
    } catch (CairnException e) {
      return; // the next tick tries again, and the lease has time for two
    }
  }

  @Override
  public void close() {
    ticks.cancel();
    running.clear();
  }
}
