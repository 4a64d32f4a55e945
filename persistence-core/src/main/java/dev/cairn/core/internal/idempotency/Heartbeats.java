package dev.cairn.core.internal.idempotency;

import dev.cairn.api.CairnException;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Renews the leases of long requests, three times in each lease. One tick serves all requests: a
 * timer for each would cost more than most requests do.
 */
final class Heartbeats implements AutoCloseable {
  private static final int PER_LEASE = 3;

  // Ordered by when they began, so that a simulation visits them in the same order every time.
  private final Map<Long, Beating> running = new ConcurrentSkipListMap<>();
  private final AtomicLong begun = new AtomicLong();
  private final Executor executor;
  private final IdScheduler.Repeated ticks;

  /**
   * A running request.
   *
   * @param isUnderWay whether a renewal of its lease is running, which may take long
   */
  private record Beating(Ownership owner, AtomicBoolean isUnderWay) {}

  Heartbeats(IdScheduler scheduler, Executor executor, Duration lease) {
    this.executor = executor;
    this.ticks = scheduler.every(lease.dividedBy(PER_LEASE), this::tick);
  }

  /** Renews the lease of {@code owner} from now on, until the returned action runs. */
  Runnable begin(Ownership owner) {
    long number = begun.incrementAndGet();
    running.put(number, new Beating(owner, new AtomicBoolean()));
    return () -> running.remove(number);
  }

  private void tick() {
    for (Map.Entry<Long, Beating> each : running.entrySet()) {
      AtomicBoolean isUnderWay = each.getValue().isUnderWay();
      if (isUnderWay.compareAndSet(false, true)) {
        try {
          executor.execute(() -> beat(each.getKey(), each.getValue()));
        } catch (RejectedExecutionException e) {
          isUnderWay.set(false);
          return; // the process ends
        }
      }
    }
  }

  private void beat(Long number, Beating beating) {
    try {
      if (running.containsKey(number)
          && beating.owner().heartbeat() instanceof Ownership.Kept.Lost) {
        running.remove(number);
      }
    } catch (CairnException e) {
      return; // the next tick tries again, and the lease has time for two
    } finally {
      beating.isUnderWay().set(false);
    }
  }

  @Override
  public void close() {
    ticks.cancel();
    running.clear();
  }
}
