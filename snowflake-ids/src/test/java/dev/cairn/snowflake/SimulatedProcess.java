package dev.cairn.snowflake;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A process of a simulation, and the IDs it made. */
final class SimulatedProcess implements IdScheduler {
  static final IdSettings SETTINGS =
      new IdSettings(Duration.ofSeconds(1), Duration.ofMillis(30), Duration.ofMillis(30));

  final LeaseHolder holder;
  final SimulatedClock clock;

  /** The first and the last ID of every batch; those between are all of the batch's node. */
  final TreeSet<Long> made = new TreeSet<>();

  final List<Runnable> tasks = new ArrayList<>();
  private final Consumer<Duration> waiter;
  private final SplittableRandom random;
  private @Nullable Runnable tick;
  private @Nullable SnowflakeIds ids;

  SimulatedProcess(
      String name, SimulatedClock clock, Consumer<Duration> waiter, SplittableRandom random) {
    this.holder = new LeaseHolder("host", name);
    this.clock = clock;
    this.waiter = waiter;
    this.random = random;
  }

  void open(LeaseRows rows, int contendedNodes) {
    IdRuntime runtime =
        new IdRuntime(
            clock,
            waiter,
            this,
            new LeasingProcess.LowestFirst(contendedNodes, random),
            IdMetrics.NONE);
    ids = SnowflakeIds.open(new RowLeaseStore(rows, clock), holder, SETTINGS, runtime);
  }

  /** Makes IDs as one of the process's threads does, and checks what is promised about them. */
  void take(int count) {
    if (ids == null) {
      return;
    }
    long before = made.isEmpty() ? -1 : made.last();
    IdBatch taken;
    try {
      taken = ids.nextIds(count);
    } catch (LeaseLostException | ClockBehindException | IllegalStateException e) {
      return;
    }
    if (taken.first() <= before) {
      throw new AssertionError(
          "%s made %s after %s"
              .formatted(
                  holder, SnowflakeId.describe(taken.first()), SnowflakeId.describe(before)));
    }
    made.add(taken.first());
    made.add(taken.last());
  }

  void tick() {
    if (tick != null) {
      tick.run();
    }
  }

  void runTask() {
    if (!tasks.isEmpty()) {
      tasks.remove(0).run();
    }
  }

  void close() {
    if (ids != null) {
      ids.close();
    }
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public Repeated every(Duration period, Runnable task) {
    tick = task;
    return () -> tick = null;
  }
}
