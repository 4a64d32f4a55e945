package dev.cairn.core.idempotency;

import dev.cairn.api.CairnException;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Renews the leases of requests that take long, three times in each lease. One tick serves all: a
 * timer for each request would cost more than most requests do.
 */
final class Heartbeats implements AutoCloseable {
  private static final int PER_LEASE = 3;

  private final Set<Ownership> running = ConcurrentHashMap.newKeySet();
  private final Executor executor;
  private final IdScheduler.Repeated ticks;

  Heartbeats(IdScheduler scheduler, Executor executor, Duration lease) {
    this.executor = executor;
    this.ticks = scheduler.every(lease.dividedBy(PER_LEASE), this::tick);
  }

  void begin(Ownership owner) {
    running.add(owner);
  }

  void end(Ownership owner) {
    running.remove(owner);
  }

  private void tick() {
    for (Ownership owner : running) {
      try {
        executor.execute(() -> beat(owner));
      } catch (RejectedExecutionException e) {
        return; // the process ends
      }
    }
  }

  private void beat(Ownership owner) {
    if (!running.contains(owner)) {
      return;
    }
    try {
      if (owner.heartbeat() instanceof Ownership.Kept.Lost) {
        running.remove(owner);
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
