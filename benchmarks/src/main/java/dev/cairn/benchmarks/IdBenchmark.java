package dev.cairn.benchmarks;

import dev.cairn.snowflake.IdMetrics;
import dev.cairn.snowflake.IdRuntime;
import dev.cairn.snowflake.IdScheduler;
import dev.cairn.snowflake.IdSettings;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.NodeLease;
import dev.cairn.snowflake.NodeLeaseInfo;
import dev.cairn.snowflake.NodeLeaseStore;
import dev.cairn.snowflake.SnowflakeId;
import dev.cairn.snowflake.SnowflakeIds;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how many IDs per millisecond a process makes, as a share of the 4,096 that a node has,
 * and how many cores its threads use.
 *
 * <p>Arguments: seconds per measurement (default 5), then the numbers of threads (default 1 2 8).
 */
public final class IdBenchmark {
  private static final int WARM_UP_SECONDS = 2;

  private IdBenchmark() {}

  /** Measures and prints a table. */
  public static void main(String[] args) throws InterruptedException {
    int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    List<Integer> threads = new ArrayList<>();
    for (int i = 1; i < args.length; i++) {
      threads.add(Integer.parseInt(args[i]));
    }
    if (threads.isEmpty()) {
      threads.addAll(List.of(1, 2, 8));
    }
    measure(2, 1, WARM_UP_SECONDS);
    measure(2, 64, WARM_UP_SECONDS);
    System.out.println("| threads | IDs per call | IDs/ms | share of 4,096 | cores used |");
    System.out.println("|---|---|---|---|---|");
    for (int perCall : new int[] {1, 64}) {
      for (int count : threads) {
        System.out.println(measure(count, perCall, seconds));
      }
    }
  }

  private static String measure(int threads, int perCall, int seconds) throws InterruptedException {
    ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    IdRuntime runtime =
        new IdRuntime(
            InstantSource.system(),
            time -> LockSupport.parkNanos(time.toNanos()),
            IdScheduler.of(executor),
            new SplittableRandom(),
            IdMetrics.NONE);
    try (SnowflakeIds ids =
        SnowflakeIds.open(
            IdBenchmark::grant, new LeaseHolder("here", "1"), IdSettings.DEFAULT, runtime)) {
      return measure(ids, threads, perCall, seconds);
    } finally {
      executor.shutdown();
    }
  }

  private static String measure(SnowflakeIds ids, int threads, int perCall, int seconds)
      throws InterruptedException {
    ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    AtomicLong made = new AtomicLong();
    AtomicLong cpuNanos = new AtomicLong();
    CountDownLatch begin = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      new Thread(
              () -> {
                awaitUninterrupted(begin);
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
                long mine = 0;
                while (System.nanoTime() < end) {
                  mine += take(ids, perCall);
                }
                made.addAndGet(mine);
                cpuNanos.addAndGet(cpu.getCurrentThreadCpuTime());
                done.countDown();
              })
          .start();
    }
    long start = System.nanoTime();
    begin.countDown();
    done.await();
    double millis = (System.nanoTime() - start) / 1e6;
    double perMilli = made.get() / millis;
    return "| %d | %d | %.0f | %.1f%% | %.2f |"
        .formatted(
            threads,
            perCall,
            perMilli,
            100 * perMilli / SnowflakeId.SEQUENCES,
            cpuNanos.get() / 1e6 / millis);
  }

  // Reading the clock for every ID would measure the clock instead.
  private static int take(SnowflakeIds ids, int perCall) {
    if (perCall > 1) {
      return ids.nextIds(perCall).size();
    }
    int calls = 256;
    for (int i = 0; i < calls; i++) {
      ids.nextId();
    }
    return calls;
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static NodeLeaseStore.Acquisition grant(int node, LeaseHolder holder, Duration duration) {
    long now = InstantSource.system().millis() - SnowflakeId.EPOCH_MILLIS;
    NodeLeaseInfo info = new NodeLeaseInfo(node, holder, false, now, now + duration.toMillis());
    return new NodeLeaseStore.Acquisition.Granted(new Undisputed(info));
  }

  /** A lease without a database: only the generator is measured. */
  private record Undisputed(NodeLeaseInfo info) implements NodeLease {
    @Override
    public long previousUntil() {
      return 0;
    }

    @Override
    public Renewal renew(Duration duration) {
      return new Renewal.Renewed(info.until() + duration.toMillis());
    }

    @Override
    public Release release(long lastTimestamp) {
      return new Release.Released();
    }
  }
}
