package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.Store;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures the cost of commits and lookups in a whole store, and prints a table.
 *
 * <p>Keys of about 100 bytes, objects with 100 bytes of text. A commit puts one new object under an
 * existing key. Rates are those of the best of some rounds, because other work on the machine
 * disturbs the best one least; latencies are those of all commits. Each measurement starts after a
 * warm-up.
 *
 * <p>Arguments: the name of a backend, {@code inmemory} if there is none, then settings as {@code
 * key=value}. Each measurement has its own store; a store on disk is created in a new directory
 * below the given one, and deleted. With {@code cairn.bench.seconds=…} as a system property, rounds
 * take longer.
 */
public final class StoreBenchmark {
  private static final int ROUNDS = 5;
  private static final List<Integer> BLOCKING_THREADS = List.of(4, 16);
  private static final int ASYNC_IN_FLIGHT = 2_000;

  private final StoreWorkload.Settings settings;
  private final PrintStream out;
  private final double seconds;

  StoreBenchmark(StoreWorkload.Settings settings, PrintStream out, double seconds) {
    this.settings = settings;
    this.out = out;
    this.seconds = seconds;
  }

  /** Runs the benchmark. */
  public static void main(String[] args) {
    StoreWorkload.Settings settings = StoreWorkload.Settings.of(Arrays.asList(args));
    double seconds = Double.parseDouble(System.getProperty("cairn.bench.seconds", "2"));
    new StoreBenchmark(settings, System.out, seconds).run(List.of(1_000, 100_000));
  }

  void run(List<Integer> sizes) {
    out.println("backend: " + settings);
    out.println("| what | keys | per second, best | per second, all rounds | CPU us each |");
    out.println("|---|---:|---:|---|---:|");
    for (int size : sizes) {
      try (StoreWorkload workload = new StoreWorkload(settings, size)) {
        singleThread(workload, size);
        lookups(workload, size);
      }
    }
    stored(sizes.get(sizes.size() - 1));
    int size = sizes.get(0);
    for (int threads : BLOCKING_THREADS) {
      try (StoreWorkload workload = new StoreWorkload(settings, size)) {
        blockingThreads(workload, size, threads);
      }
    }
    try (StoreWorkload workload = new StoreWorkload(settings, size)) {
      asynchronousCallers(workload, size);
    }
  }

  /** Repeats {@code work} for one round; returns how often. */
  private long round(Runnable work) {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    long count = 0;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 10; i++) {
        work.run();
      }
      count += 10;
    }
    return count;
  }

  private void rounds(String what, int size, Runnable work) {
    double[] rates = new double[ROUNDS];
    double leastCpu = Double.MAX_VALUE;
    WarmUp.until(() -> round(work));
    for (int i = 0; i < ROUNDS; i++) {
      long cpu = Cpu.thisThread();
      long start = System.nanoTime();
      long count = round(work);
      rates[i] = count * 1e9 / (System.nanoTime() - start);
      leastCpu = Math.min(leastCpu, (Cpu.thisThread() - cpu) / 1e3 / count);
    }
    print(what, size, rates, "%.1f".formatted(leastCpu));
  }

  private void print(String what, int size, double[] rates, String cpu) {
    double best = Arrays.stream(rates).max().orElse(0);
    String all =
        String.join(", ", Arrays.stream(rates).mapToObj(r -> "%,.0f".formatted(r)).toList());
    out.printf("| %s | %,d | **%,.0f** | %s | %s |%n", what, size, best, all, cpu);
  }

  private void singleThread(StoreWorkload workload, int size) {
    SplittableRandom random = new SplittableRandom(1);
    rounds("commits, 1 thread", size, () -> workload.update(random));
  }

  private void lookups(StoreWorkload workload, int size) {
    SplittableRandom random = new SplittableRandom(2);
    Bytes[] keys = workload.someKeys(random, 10_000);
    int[] next = {0};
    Store store = workload.store();
    rounds(
        "lookups, current head",
        size,
        () -> workload.lookUp(store.current("main"), keys[next[0]++ % keys.length]));
    rounds(
        "lookups, recent head",
        size,
        () -> workload.lookUp(store.recent("main"), keys[next[0]++ % keys.length]));
  }

  /** The size of a store after each entity was put once, many per commit. */
  private void stored(int size) {
    StoreWorkload.storedBytes(settings, size)
        .ifPresent(
            bytes ->
                out.printf(
                    "| stored: %,d bytes, %,d an entity | %,d | | | |%n",
                    bytes, bytes / size, size));
  }

  private void blockingThreads(StoreWorkload workload, int size, int threads) {
    double[] rates = new double[ROUNDS];
    Latencies latencies = new Latencies();
    long[] perThread = new long[threads];
    WarmUp.until(() -> blockingRound(workload, new long[threads], new Latencies()));
    for (int i = 0; i < ROUNDS; i++) {
      rates[i] = blockingRound(workload, perThread, latencies);
    }
    print("commits, %d blocking threads".formatted(threads), size, rates, "");
    Arrays.sort(perThread);
    out.printf(
        "| same: %s; slowest thread %,d commits, fastest %,d | | | | |%n",
        latencies, perThread[0], perThread[threads - 1]);
  }

  /**
   * Commits with as many threads as {@code perThread} has elements; returns how many per second.
   */
  private double blockingRound(StoreWorkload workload, long[] perThread, Latencies latencies) {
    AtomicLong count = new AtomicLong();
    long start = System.nanoTime();
    TimedThreads.each(
        perThread.length,
        number -> {
          SplittableRandom random = new SplittableRandom(number);
          Latencies mine = new Latencies();
          long commits = round(() -> mine.time(() -> workload.update(random)));
          count.addAndGet(commits);
          synchronized (latencies) {
            perThread[number] += commits;
            latencies.addAll(mine);
          }
        });
    return count.get() * 1e9 / (System.nanoTime() - start);
  }

  private void asynchronousCallers(StoreWorkload workload, int size) {
    double[] rates = new double[ROUNDS];
    SplittableRandom random = new SplittableRandom(3);
    WarmUp.until(() -> asynchronousRound(workload, random));
    for (int i = 0; i < ROUNDS; i++) {
      rates[i] = asynchronousRound(workload, random);
    }
    print("commits, asynchronous, %,d in flight".formatted(ASYNC_IN_FLIGHT), size, rates, "");
  }

  private double asynchronousRound(StoreWorkload workload, SplittableRandom random) {
    Semaphore inFlight = new Semaphore(ASYNC_IN_FLIGHT);
    AtomicLong count = new AtomicLong();
    AtomicLong failed = new AtomicLong();
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    while (System.nanoTime() < end) {
      inFlight.acquireUninterruptibly();
      workload
          .submit(random)
          .result()
          .whenComplete(
              (committed, failure) -> {
                (failure == null ? count : failed).incrementAndGet();
                inFlight.release();
              });
    }
    inFlight.acquireUninterruptibly(ASYNC_IN_FLIGHT);
    if (failed.get() > 0) {
      throw new IllegalStateException(failed.get() + " commits failed");
    }
    return count.get() * 1e9 / (System.nanoTime() - start);
  }
}
