package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.store.Change;
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

/**
 * What idempotency costs: prints tables. Commits are those of {@link StoreBenchmark}, among 1,000
 * keys.
 *
 * <p>Commits with and without a key are measured in turns, so that other work on the machine meets
 * both. Arguments are those of {@link StoreBenchmark}.
 */
public final class IdempotencyBenchmark {
  private static final int ROUNDS = 7;
  private static final int KEYS = 1_000;
  private static final Scope SCOPE = new Scope("benchmark", "catalog");

  private final StoreWorkload.Settings settings;
  private final PrintStream out;
  private final double seconds;

  IdempotencyBenchmark(StoreWorkload.Settings settings, PrintStream out, double seconds) {
    this.settings = settings;
    this.out = out;
    this.seconds = seconds;
  }

  /** Runs the benchmark. */
  public static void main(String[] args) throws InterruptedException {
    StoreWorkload.Settings settings = StoreWorkload.Settings.of(Arrays.asList(args));
    double seconds = Double.parseDouble(System.getProperty("cairn.bench.seconds", "2"));
    new IdempotencyBenchmark(settings, System.out, seconds).run();
  }

  void run() throws InterruptedException {
    out.println("backend: " + settings);
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    EngineRuntime system = EngineRuntime.system();
    EngineRuntime runtime =
        new EngineRuntime(
            system.environment(), system.executor(), system.scheduler(), meters, system.onClose());
    try (StoreWorkload workload = new StoreWorkload(settings, KEYS, runtime)) {
      IdempotentWork work =
          new IdempotentWork(
              workload.store(), "main", workload.cairn().idempotency().executor(SCOPE));
      calls(meters, workload, work);
      out.println("| what | per second, best | per second, all rounds | CPU us each, median |");
      out.println("|---|---:|---|---:|");
      for (int threads : List.of(1, 16)) {
        compare(threads, workload, work);
        requests(threads, workload, work);
      }
    }
  }

  private void calls(SimpleMeterRegistry meters, StoreWorkload workload, IdempotentWork work) {
    SplittableRandom random = new SplittableRandom(5);
    workload.update(random);
    Map<String, Long> before = counts(meters);
    work.first(created(workload, random));
    out.println("calls of a first request: " + since(before, counts(meters)));
    before = counts(meters);
    work.replay(work.latest(), created(workload, random));
    out.println("calls of a replay: " + since(before, counts(meters)));
  }

  private static Change<Outcome> created(StoreWorkload workload, SplittableRandom random) {
    return workload.change(random, IdempotentWork.CREATED);
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

  private void compare(int threads, StoreWorkload workload, IdempotentWork work)
      throws InterruptedException {
    Rounds plain = new Rounds();
    Rounds keyed = new Rounds();
    for (int i = -1; i < ROUNDS; i++) {
      Rounds.Round without = round(threads, workload::update);
      Rounds.Round with =
          round(threads, random -> work.keyed(workload.change(random, Bytes.ofUtf8("result"))));
      if (i >= 0) {
        plain.add(without);
        keyed.add(with);
      }
    }
    out.println("| commits without a key, %d threads %s".formatted(threads, plain));
    out.println("| commits with a key, %d threads %s".formatted(threads, keyed));
    out.printf(
        "| cost of a key, %d threads: %.1f%% of the best rate, %.1f%% of the median, %.1f%% more CPU | | | |%n",
        threads,
        100 * (1 - keyed.best() / plain.best()),
        100 * (1 - keyed.median() / plain.median()),
        100 * (keyed.cpu() / plain.cpu() - 1));
  }

  private void requests(int threads, StoreWorkload workload, IdempotentWork work)
      throws InterruptedException {
    Rounds first = new Rounds();
    Rounds replays = new Rounds();
    for (int i = -1; i < ROUNDS; i++) {
      long from = work.latest();
      Rounds.Round executed = round(threads, random -> work.first(created(workload, random)));
      long count = work.latest() - from;
      Rounds.Round replayed =
          round(
              threads,
              random -> work.replay(from + 1 + random.nextLong(count), created(workload, random)));
      if (i >= 0) {
        first.add(executed);
        replays.add(replayed);
      }
    }
    out.println("| first requests, %d threads %s".formatted(threads, first));
    out.println("| replays, %d threads %s".formatted(threads, replays));
  }

  /** Does something once. */
  private interface Work {
    void run(SplittableRandom random);
  }

  private Rounds.Round round(int threads, Work work) throws InterruptedException {
    AtomicLong count = new AtomicLong();
    AtomicLong cpu = new AtomicLong();
    CountDownLatch done = new CountDownLatch(threads);
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    for (int i = 0; i < threads; i++) {
      long seed = start * 31 + i;
      new Thread(
              () -> {
                SplittableRandom random = new SplittableRandom(seed);
                long began = Cpu.thisThread();
                long mine = 0;
                do {
                  work.run(random);
                  mine++;
                } while (System.nanoTime() < end);
                cpu.addAndGet(Cpu.thisThread() - began);
                count.addAndGet(mine);
                done.countDown();
              })
          .start();
    }
    done.await();
    double rate = count.get() * 1e9 / (System.nanoTime() - start);
    return new Rounds.Round(rate, cpu.get() / 1e3 / Math.max(1, count.get()));
  }
}
