package dev.cairn.snowflake;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A process of a test: its clock, its scheduler and what it counted. Nothing moves by itself. */
final class LeasingProcess implements InstantSource, IdScheduler {
  static final Duration LEASE = Duration.ofSeconds(30);
  static final IdSettings SETTINGS =
      new IdSettings(LEASE, Duration.ofMillis(100), Duration.ofMillis(200));

  final String name;
  final LeaseRows rows;
  final Map<String, Integer> counted = new TreeMap<>();
  private final List<Runnable> ticks = new ArrayList<>();
  private final List<Runnable> executed = new ArrayList<>();

  /** The present timestamp. */
  long now;

  /** Runs whenever the process looks at its clock. */
  Runnable interleave = () -> {};

  /** Whether the scheduler takes no more work. */
  boolean shutDown;

  /** Whether waiting moves the clock. */
  boolean clockRuns = true;

  LeasingProcess(String name, LeaseRows rows, long now) {
    this.name = name;
    this.rows = rows;
    this.now = now;
  }

  /** Looks for nodes in the order in which {@code random} shuffles them. */
  SnowflakeIds open(RandomGenerator random) {
    return open(new RowLeaseStore(rows, this), random);
  }

  private SnowflakeIds open(NodeLeaseStore store, RandomGenerator random) {
    return SnowflakeIds.open(
        store,
        new LeaseHolder("host", name),
        SETTINGS,
        new IdRuntime(this, this::await, this, random, metrics()));
  }

  /** Takes nodes only while {@code refusal} gives no reason not to. */
  SnowflakeIds openUnlessRefused(Supplier<Optional<RuntimeException>> refusal) {
    NodeLeaseStore store = new RowLeaseStore(rows, this);
    return open(
        (node, holder, duration) ->
            refusal
                .get()
                .<NodeLeaseStore.Acquisition>map(NodeLeaseStore.Acquisition.Refused::new)
                .orElseGet(() -> store.acquire(node, holder, duration)),
        new SplittableRandom(name.hashCode()));
  }

  SnowflakeIds open() {
    return open(new SplittableRandom(name.hashCode()));
  }

  /** Looks for a node from 0 upwards. */
  SnowflakeIds openLowest() {
    return open(new LowestFirst(1, new SplittableRandom(0)));
  }

  @Override
  public Instant instant() {
    interleave.run();
    return SnowflakeId.toInstant(now);
  }

  void await(Duration duration) {
    if (clockRuns) {
      now += Math.max(1, duration.toMillis());
    }
    runExecuted();
  }

  @Override
  public void execute(Runnable task) {
    checkRunning();
    executed.add(task);
  }

  @Override
  public Repeated every(Duration period, Runnable task) {
    checkRunning();
    ticks.add(task);
    return () -> ticks.remove(task);
  }

  private void checkRunning() {
    if (shutDown) {
      throw new RejectedExecutionException("shut down");
    }
  }

  void runExecuted() {
    List<Runnable> tasks = List.copyOf(executed);
    executed.clear();
    tasks.forEach(Runnable::run);
  }

  void tick() {
    List.copyOf(ticks).forEach(Runnable::run);
  }

  /** Enough ticks for a renewal. */
  void renew() {
    for (int i = 0; i < IdSettings.TICKS_PER_RENEWAL; i++) {
      tick();
    }
  }

  boolean hasTicks() {
    return !ticks.isEmpty();
  }

  int counted(String what) {
    return counted.getOrDefault(what, 0);
  }

  private void count(String what) {
    counted.merge(what, 1, Integer::sum);
  }

  private IdMetrics metrics() {
    return new IdMetrics() {
      @Override
      public void clockBehind(long millis) {
        count("clockBehind");
      }

      @Override
      public void waitedForMillisecond() {
        count("waitedForMillisecond");
      }

      @Override
      public void waitedForClock(long millis) {
        count("waitedForClock");
      }

      @Override
      public void clockDidNotCatchUp() {
        count("clockDidNotCatchUp");
      }

      @Override
      public void leaseRenewed(int node) {
        count("leaseRenewed");
      }

      @Override
      public void leaseRenewalUnknown(int node, RuntimeException cause) {
        count("leaseRenewalUnknown");
      }

      @Override
      public void leaseLost(int node) {
        count("leaseLost");
      }

      @Override
      public void leaseNotAcquired(RuntimeException cause) {
        count("leaseNotAcquired");
      }

      @Override
      public void leaseReleased(int node, boolean certain) {
        count(certain ? "leaseReleased" : "leaseMaybeReleased");
      }
    };
  }

  /** Shuffles only the lowest nodes, so that few processes meet on few nodes. */
  record LowestFirst(int contended, RandomGenerator random) implements RandomGenerator {
    @Override
    public int nextInt(int bound) {
      return bound <= contended ? random.nextInt(bound) : bound - 1;
    }

    @Override
    public long nextLong() {
      return random.nextLong();
    }
  }
}
