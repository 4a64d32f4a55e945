package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.core.EngineRuntime;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Measures the cost of idempotency and prints tables. Commits are those of {@link StoreBenchmark},
 * among 1,000 keys.
 *
 * <p>Commits with and without a key are measured in turns, so that other work on the machine
 * affects both, and each round has its own store, so that a heap of 2 GB ({@code -Xmx2g}) is
 * enough. The cost of a key is computed for each pair of rounds, because rates vary from minute to
 * minute by more than that. Arguments are those of {@link StoreBenchmark}. It takes three minutes.
 */
public final class IdempotencyBenchmark {
  private static final int WARM_UP_ROUNDS = 4;
  private static final int ROUNDS = 5;
  private static final int WARM_UP_PAIRS = 8;
  private static final int PAIRS = 20;
  private static final int KEYS = 1_000;
  private static final Scope SCOPE = new Scope("benchmark", "catalog");
  private static final Bytes RESULT = Bytes.ofUtf8("result");

  private final StoreWorkload.Settings settings;
  private final PrintStream out;
  private final double seconds;
  private final int pairs;

  IdempotencyBenchmark(
      StoreWorkload.Settings settings, PrintStream out, double seconds, int pairs) {
    this.pairs = pairs;
    this.settings = settings;
    this.out = out;
    this.seconds = seconds;
  }

  /** Runs the benchmark. */
  public static void main(String[] args) throws InterruptedException {
    StoreWorkload.Settings settings = StoreWorkload.Settings.of(Arrays.asList(args));
    double seconds = Double.parseDouble(System.getProperty("cairn.bench.seconds", "1"));
    new IdempotencyBenchmark(settings, System.out, seconds, PAIRS).run();
  }

  void run() throws InterruptedException {
    out.println("backend: " + settings);
    calls();
    out.println(
        "| what | per second, best | per second, all rounds | CPU us each, median | bytes allocated each, median |");
    out.println("|---|---:|---|---:|---:|");
    for (int threads : List.of(1, 16)) {
      compare(threads);
      requests(threads);
    }
  }

  private static IdempotentWork requests(StoreWorkload workload) {
    return new IdempotentWork(
        workload.store(), "main", workload.cairn().idempotency().executor(SCOPE));
  }

  private void calls() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    EngineRuntime system = EngineRuntime.system();
    EngineRuntime runtime =
        new EngineRuntime(
            system.environment(), system.executor(), system.scheduler(), meters, system.onClose());
    try (StoreWorkload workload = new StoreWorkload(settings, KEYS, runtime)) {
      calls(meters, workload);
    }
  }

  private void calls(SimpleMeterRegistry meters, StoreWorkload workload) {
    SplittableRandom random = new SplittableRandom(5);
    IdempotentWork requests = requests(workload);
    workload.update(random);
    Map<String, Long> before = counts(meters);
    requests.first(workload.change(random, IdempotentWork.CREATED));
    out.println("calls of a first request: " + since(before, counts(meters)));
    before = counts(meters);
    requests.replay(requests.latest(), workload.change(random, IdempotentWork.CREATED));
    out.println("calls of a replay: " + since(before, counts(meters)));
  }

  private static Map<String, Long> counts(SimpleMeterRegistry meters) {
    Map<String, Long> counts = new TreeMap<>();
    for (var meter : meters.getMeters()) {
      if (meter instanceof Timer timer && timer.getId().getName().startsWith("cairn.backend.")) {
        counts.merge(timer.getId().getName(), timer.count(), Long::sum);
      }
    }
    return counts;
  }

  private static Map<String, Long> since(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> difference = new TreeMap<>();
    after.forEach((name, count) -> difference.put(name, count - before.getOrDefault(name, 0L)));
    difference.values().removeIf(count -> count == 0);
    return difference;
  }

  private void compare(int threads) throws InterruptedException {
    Rounds plain = new Rounds();
    Rounds keyed = new Rounds();
    double[] costs = new double[pairs];
    for (int i = -Math.min(pairs, WARM_UP_PAIRS); i < pairs; i++) {
      boolean isPlainFirst = i % 2 == 0;
      Rounds.Round first = isPlainFirst ? plainCommits(threads) : keyedCommits(threads);
      Rounds.Round second = isPlainFirst ? keyedCommits(threads) : plainCommits(threads);
      Rounds.Round without = isPlainFirst ? first : second;
      Rounds.Round with = isPlainFirst ? second : first;
      if (i >= 0) {
        plain.add(without);
        keyed.add(with);
        costs[i] = 100 * (1 - with.rate() / without.rate());
      }
    }
    Arrays.sort(costs);
    out.println("| commits without a key, %d threads %s".formatted(threads, plain));
    out.println("| commits with a key, %d threads %s".formatted(threads, keyed));
    out.printf(
        "| cost of a key, %d threads: %.1f%% of the rate, half of the %d pairs from %.1f%% to %.1f%%; %.1f%% of the best; %.1f%% more CPU, %.1f%% more bytes | | | | |%n",
        threads,
        costs[pairs / 2],
        pairs,
        costs[pairs / 4],
        costs[3 * pairs / 4],
        100 * (1 - keyed.best() / plain.best()),
        100 * (keyed.cpu() / plain.cpu() - 1),
        100 * (keyed.allocated() / plain.allocated() - 1));
  }

  private Rounds.Round plainCommits(int threads) throws InterruptedException {
    try (StoreWorkload workload = new StoreWorkload(settings, KEYS)) {
      return round(threads, workload::update);
    }
  }

  private Rounds.Round keyedCommits(int threads) throws InterruptedException {
    try (StoreWorkload workload = new StoreWorkload(settings, KEYS)) {
      IdempotentWork requests = requests(workload);
      return round(threads, random -> requests.keyed(workload.change(random, RESULT)));
    }
  }

  private void requests(int threads) throws InterruptedException {
    Rounds first = new Rounds();
    Rounds replays = new Rounds();
    for (int i = -WARM_UP_ROUNDS; i < ROUNDS; i++) {
      try (StoreWorkload workload = new StoreWorkload(settings, KEYS)) {
        IdempotentWork requests = requests(workload);
        Rounds.Round executed =
            round(
                threads, random -> requests.first(workload.change(random, IdempotentWork.CREATED)));
        long count = requests.latest();
        Rounds.Round replayed =
            round(
                threads,
                random ->
                    requests.replay(
                        1 + random.nextLong(count),
                        workload.change(random, IdempotentWork.CREATED)));
        if (i >= 0) {
          first.add(executed);
          replays.add(replayed);
        }
      }
    }
    out.println("| first requests, %d threads %s".formatted(threads, first));
    out.println("| replays, %d threads %s".formatted(threads, replays));
  }

  /** Does something once. */
  private interface Work {
    void run(SplittableRandom random);
  }

  /** The work of the threads of a round. */
  private record Sums(AtomicLong count, AtomicLong cpu, AtomicLong allocated) {
    /** Works until {@code end}, but at least once. */
    void work(Work work, SplittableRandom random, long end) {
      long began = Cpu.thisThread();
      long before = Cpu.allocatedByThisThread();
      long mine = 0;
      do {
        work.run(random);
        mine++;
      } while (System.nanoTime() < end);
      cpu.addAndGet(Cpu.thisThread() - began);
      allocated.addAndGet(Cpu.allocatedByThisThread() - before);
      count.addAndGet(mine);
    }
  }

  private Rounds.Round round(int threads, Work work) throws InterruptedException {
    Sums sums = new Sums(new AtomicLong(), new AtomicLong(), new AtomicLong());
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    CountDownLatch done = new CountDownLatch(threads);
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    for (int i = 0; i < threads; i++) {
      SplittableRandom random = new SplittableRandom(i);
      new Thread(
              () -> {
                try {
                  sums.work(work, random, end);
                } catch (RuntimeException e) {
                  failure.set(e);
                } finally {
                  done.countDown();
                }
              })
          .start();
    }
    done.await();
    if (failure.get() != null) {
      throw new IllegalStateException("a thread failed", failure.get());
    }
    double each = sums.count().get();
    double rate = each * 1e9 / (System.nanoTime() - start);
    return new Rounds.Round(rate, sums.cpu().get() / 1e3 / each, sums.allocated().get() / each);
  }
}
