package dev.cairn.benchmarks.processes;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectType;
import dev.cairn.api.ObjectTypes;
import dev.cairn.api.Scope;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.index.Key;
import dev.cairn.api.spi.Backends;
import dev.cairn.api.store.CommitConflictException;
import dev.cairn.api.store.Store;
import dev.cairn.api.store.StoreBusyException;
import dev.cairn.benchmarks.IndexWorkload;
import dev.cairn.benchmarks.compare.CostCounter;
import dev.cairn.benchmarks.compare.CountedBackend;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The program of one process: reads a {@link CommitterOrder} per line, answers each with {@link
 * RoundFigures}, and ends with its input.
 *
 * <p>A commit gives one of 1,000 keys another value of 100 bytes. Arguments: by how many
 * microseconds to delay each call, then settings as {@code key=value}.
 */
public final class Committers {
  static final int KEYS = 1_000;
  private static final int VALUE_LENGTH = 100;
  private static final String INDEX = "tables";
  private static final Scope SCOPE = new Scope("benchmark", "catalog");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** The value under a key. */
  record Value(Bytes data) {}

  private record ValueType(String name, Class<Value> valueClass) implements ObjectType<Value> {}

  private final Store store;
  private final MeterRegistry meters;
  private final CostCounter counter;

  private Committers(Store store, MeterRegistry meters, CostCounter counter) {
    this.store = store;
    this.meters = meters;
    this.counter = counter;
  }

  /** Answers until the input ends. */
  public static void main(String[] args) throws Exception {
    CostCounter counter = new CostCounter(Integer.parseInt(args[0]));
    Configuration configuration = configuration(List.of(args).subList(1, args.length));
    EngineRuntime system = EngineRuntime.system();
    MeterRegistry meters = new SimpleMeterRegistry();
    EngineRuntime runtime =
        new EngineRuntime(
            system.environment(), system.executor(), system.scheduler(), meters, system.onClose());
    try (Cairn cairn =
            Cairn.open(
                new CountedBackend(Backends.discover().open(configuration), counter),
                configuration,
                ObjectTypes.of(List.of(new ValueType("value", Value.class))),
                runtime);
        Store store = cairn.store(SCOPE);
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      new Committers(store, meters, counter).answer(in);
    }
  }

  static Configuration configuration(List<String> settings) {
    Configuration.Builder builder = Configuration.builder();
    for (String each : settings) {
      String[] parts = each.split("=", 2);
      builder.set(parts[0], parts[1]);
    }
    return builder.build(Cairn.settings());
  }

  private void answer(BufferedReader in) throws IOException, InterruptedException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      CommitterOrder order = JSON.readValue(line, CommitterOrder.class);
      if (order.callers() == 0) {
        create(order.reference());
      }
      out.println(JSON.writeValueAsString(round(order)));
    }
  }

  private void create(String reference) {
    var unused = store.createReference(reference);
    SplittableRandom random = new SplittableRandom(7);
    var unusedToo =
        store.commit(
            reference,
            workspace -> {
              for (int i = 0; i < KEYS; i++) {
                workspace.index(INDEX).put(key(i), workspace.put(value(random)));
              }
              return KEYS;
            });
  }

  private static Bytes key(int number) {
    return Key.of(IndexWorkload.name(number).toArray(String[]::new));
  }

  private static Value value(SplittableRandom random) {
    byte[] bytes = new byte[VALUE_LENGTH];
    random.nextBytes(bytes);
    return new Value(Bytes.wrap(bytes));
  }

  private RoundFigures round(CommitterOrder order) throws InterruptedException {
    long from = System.nanoTime() + nanos(order.leadSeconds());
    long to = from + nanos(order.seconds());
    Totals start = totals();
    ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, order.callers()));
    try {
      List<Future<Lane>> lanes = new ArrayList<>();
      for (int i = 0; i < order.callers(); i++) {
        lanes.add(threads.submit(() -> lane(order, from, to)));
      }
      TimeUnit.NANOSECONDS.sleep(from - System.nanoTime());
      Totals before = totals();
      TimeUnit.NANOSECONDS.sleep(to - System.nanoTime());
      Totals after = totals();
      List<Lane> done = new ArrayList<>();
      for (Future<Lane> lane : lanes) {
        done.add(lane.get());
      }
      return figures(done, start, before, after);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a caller failed", e.getCause());
    } finally {
      threads.shutdown();
    }
  }

  private static long nanos(double seconds) {
    return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
  }

  /** The commits of one caller. */
  private record Lane(long commits, long failed, List<Long> latencies) {}

  private Lane lane(CommitterOrder order, long from, long to) throws InterruptedException {
    SplittableRandom random = new SplittableRandom();
    List<Long> latencies = new ArrayList<>();
    long commits = 0;
    long failed = 0;
    long begun = System.nanoTime();
    while (begun < to) {
      boolean isDone = commit(order.reference(), random);
      long ended = System.nanoTime();
      latencies.add(TimeUnit.NANOSECONDS.toMicros(ended - begun));
      commits += isDone && ended >= from && ended < to ? 1 : 0;
      failed += isDone ? 0 : 1;
      TimeUnit.MILLISECONDS.sleep(order.pauseMillis(System.currentTimeMillis()));
      begun = System.nanoTime();
    }
    return new Lane(commits, failed, latencies);
  }

  private boolean commit(String reference, SplittableRandom random) {
    Bytes key = key(random.nextInt(KEYS));
    Value value = value(random);
    try {
      var unused =
          store.commit(
              reference,
              workspace -> {
                workspace.index(INDEX).put(key, workspace.put(value));
                return key;
              });
      return true;
    } catch (CommitConflictException | StoreBusyException e) {
      return false;
    }
  }

  /** What has been counted since the process started. */
  private record Totals(
      long cpuNanos,
      long calls,
      long attempts,
      long conflicts,
      long joined,
      long turns,
      long dropped) {}

  private Totals totals() {
    return new Totals(
        SYSTEM.getProcessCpuTime(),
        counter.costs().calls(),
        meters.find("cairn.commit.group").summaries().stream()
            .mapToLong(DistributionSummary::count)
            .sum(),
        count("cairn.commit.conflicts"),
        meters.find("cairn.turn.place").summaries().stream()
            .mapToLong(DistributionSummary::count)
            .sum(),
        meters.find("cairn.turn.wait").timers().stream().mapToLong(Timer::count).sum(),
        count("cairn.turn.dropped"));
  }

  private long count(String meter) {
    return (long) meters.find(meter).counters().stream().mapToDouble(Counter::count).sum();
  }

  private RoundFigures figures(List<Lane> lanes, Totals start, Totals before, Totals after) {
    Totals end = totals();
    return new RoundFigures(
        lanes.stream().mapToLong(Lane::commits).sum(),
        lanes.stream().mapToLong(Lane::failed).sum(),
        lanes.stream()
            .flatMapToLong(lane -> lane.latencies().stream().mapToLong(Long::longValue))
            .toArray(),
        TimeUnit.NANOSECONDS.toMicros(after.cpuNanos - before.cpuNanos),
        after.calls - before.calls,
        after.attempts - before.attempts,
        after.conflicts - before.conflicts,
        end.joined - start.joined,
        after.turns - before.turns,
        end.dropped - start.dropped);
  }
}
