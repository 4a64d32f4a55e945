package dev.cairn.benchmarks.compare;

import dev.cairn.benchmarks.Latencies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that repeat the same work for a given time. Work that began in time is completed, and its
 * latency counts. With several threads only work that ended in time counts for the rate, because
 * some may wait long after the others have stopped; for a single thread the rate is over the time
 * it took.
 */
final class TimedRace {
  /** The work of one thread. */
  @FunctionalInterface
  interface Step {
    /** Does it once; returns how many that were, or a negative number if the store gave up. */
    int run();
  }

  /** Prepares the work of the thread with this number. */
  @FunctionalInterface
  interface Preparation {
    Step of(int thread);
  }

  private record Lane(long count, long failed, long cut, long nanos, Latencies latencies) {}

  private TimedRace() {}

  static Figures run(int threads, double seconds, Preparation preparation) {
    return run(threads, 1, seconds, preparation);
  }

  /** The same with threads that are distributed over {@code stores} in turns. */
  static Figures run(int threads, int stores, double seconds, Preparation preparation) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      steps.add(preparation.of(i));
    }
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      long cpu = Machine.processCpuNanos();
      AtomicLong end = new AtomicLong();
      // Time begins when all threads have started: on a busy machine some are slow to start.
      CyclicBarrier start =
          new CyclicBarrier(
              threads,
              () -> end.set(System.nanoTime() + (long) (seconds * TimeUnit.SECONDS.toNanos(1))));
      List<Future<Lane>> futures = new ArrayList<>();
      for (Step step : steps) {
        futures.add(
            executor.submit(
                () -> {
                  int unused = start.await();
                  return lane(step, end.get());
                }));
      }
      List<Lane> lanes = new ArrayList<>();
      for (Future<Lane> future : futures) {
        lanes.add(future.get());
      }
      Figures figures = figures(lanes, seconds, Machine.processCpuNanos() - cpu);
      return stores > 1 ? figures.with(Figures.SHARE, share(lanes, stores)) : figures;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a thread failed", e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    } finally {
      executor.shutdown();
    }
  }

  private static Lane lane(Step step, long end) {
    Latencies latencies = new Latencies();
    long count = 0;
    long failed = 0;
    long cut = 0;
    long begun = System.nanoTime();
    long now = begun;
    do {
      int done = step.run();
      long after = System.nanoTime();
      latencies.add(after - now);
      if (done < 0) {
        failed++;
      } else if (after < end) {
        count += done;
      } else {
        cut += done;
      }
      now = after;
    } while (now < end);
    return new Lane(count, failed, cut, now - begun, latencies);
  }

  private static double share(List<Lane> lanes, int stores) {
    long[] counts = new long[stores];
    for (int i = 0; i < lanes.size(); i++) {
      counts[i % stores] += lanes.get(i).count();
    }
    double most = Arrays.stream(counts).max().orElse(0);
    return Arrays.stream(counts).min().orElse(0) / Math.max(1, most);
  }

  private static Figures figures(List<Lane> lanes, double seconds, long cpu) {
    Latencies latencies = new Latencies();
    lanes.forEach(lane -> latencies.addAll(lane.latencies));
    long count = lanes.stream().mapToLong(Lane::count).sum();
    long all = count + lanes.stream().mapToLong(Lane::cut).sum();
    double rate = lanes.size() == 1 ? all * 1e9 / lanes.get(0).nanos() : count / seconds;
    Figures figures =
        new Figures()
            .with(Figures.RATE, rate)
            .with(Figures.DONE, (double) all)
            .with(Figures.CPU, cpu / 1e3 / Math.max(1, all))
            .with(Figures.P50, latencies.millis(2))
            .with(Figures.P99, latencies.millis(100))
            .with(Figures.P999, latencies.millis(1_000))
            .with(Figures.MAX, latencies.mostMillis())
            .with(Figures.FAILED, (double) lanes.stream().mapToLong(Lane::failed).sum());
    if (lanes.size() > 1) {
      double most = lanes.stream().mapToLong(Lane::count).max().orElse(0);
      figures.with(
          Figures.FAIRNESS,
          lanes.stream().mapToLong(Lane::count).min().orElse(0) / Math.max(1, most));
    }
    return figures;
  }
}
