package dev.cairn.benchmarks;

import dev.cairn.api.Bytes;
import dev.cairn.api.Scope;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Store;
import dev.cairn.core.EngineRuntime;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
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
  private static final Outcome CREATED =
      Outcome.of(201, "application/json", Bytes.ofUtf8("{\"location\":\"s3://bucket/table\"}"));

  private final StoreWorkload.Settings settings;
  private final PrintStream out;
  private final double seconds;
  private final AtomicLong numbers = new AtomicLong();

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
      Store store = workload.store();
      IdempotentExecutor executor = workload.cairn().idempotency().executor(SCOPE);
      calls(meters, workload, executor);
      out.println("| what | per second, best | per second, all rounds | CPU us each, median |");
      out.println("|---|---:|---|---:|");
      for (int threads : List.of(1, 16)) {
        compare(threads, store, workload);
        requests(threads, workload, executor);
      }
    }
  }

  private RequestKey request(long number) {
    return RequestKey.of(
        Principal.of("ann"),
        "createTable",
        "/v1/tables",
        KeyRule.PATTERN.parse("key-%016x".formatted(number * 0x9E3779B97F4A7C15L)));
  }

  private CommitKey commitKey() {
    Instant now = Instant.now();
    return new CommitKey(
        "by:ann/createTable/%2Fv1%2Ftables/key-" + numbers.incrementAndGet(),
        "",
        now,
        now.plus(Duration.ofMinutes(30)),
        Duration.ofSeconds(2135));
  }

  private static void execute(
      IdempotentExecutor executor,
      StoreWorkload workload,
      RequestKey request,
      SplittableRandom random,
      Class<? extends IdempotentResult> expected) {
    IdempotentResult result =
        executor.execute(
            IdempotentCall.of(request)
                .withFingerprint(Fingerprint.ofBytes(Bytes.ofUtf8("payload")))
                .committingTo(workload.store(), "main"),
            execution ->
                execution.commit(workload.store(), "main", workload.change(random, CREATED)));
    if (!expected.isInstance(result)) {
      throw new IllegalStateException("not " + expected.getSimpleName() + ": " + result);
    }
  }

  private void calls(
      SimpleMeterRegistry meters, StoreWorkload workload, IdempotentExecutor executor) {
    SplittableRandom random = new SplittableRandom(5);
    workload.update(random);
    RequestKey request = request(numbers.incrementAndGet());
    Map<String, Long> before = counts(meters);
    execute(executor, workload, request, random, IdempotentResult.Executed.class);
    out.println("calls of a first request: " + since(before, counts(meters)));
    before = counts(meters);
    execute(executor, workload, request, random, IdempotentResult.Replayed.class);
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

  private void compare(int threads, Store store, StoreWorkload workload)
      throws InterruptedException {
    Rounds plain = new Rounds();
    Rounds keyed = new Rounds();
    for (int i = -1; i < ROUNDS; i++) {
      Rounds.Round without = round(threads, workload::update);
      Rounds.Round with =
          round(
              threads,
              random -> {
                KeyedCommit commit =
                    store.commit(
                        "main", commitKey(), workload.change(random, Bytes.ofUtf8("result")));
                if (!(commit instanceof KeyedCommit.Applied)) {
                  throw new IllegalStateException("not applied: " + commit);
                }
              });
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

  private void requests(int threads, StoreWorkload workload, IdempotentExecutor executor)
      throws InterruptedException {
    Rounds first = new Rounds();
    Rounds replays = new Rounds();
    for (int i = -1; i < ROUNDS; i++) {
      long from = numbers.get();
      Rounds.Round executed =
          round(
              threads,
              random ->
                  execute(
                      executor,
                      workload,
                      request(numbers.incrementAndGet()),
                      random,
                      IdempotentResult.Executed.class));
      long count = numbers.get() - from;
      Rounds.Round replayed =
          round(
              threads,
              random ->
                  execute(
                      executor,
                      workload,
                      request(from + 1 + random.nextLong(count)),
                      random,
                      IdempotentResult.Replayed.class));
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
      long seed = numbers.get() * 31 + i;
      new Thread(
              () -> {
                SplittableRandom random = new SplittableRandom(seed);
                long began = Cpu.thisThread();
                long mine = 0;
                while (System.nanoTime() < end) {
                  work.run(random);
                  mine++;
                }
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
