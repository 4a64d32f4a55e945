package dev.cairn.core.internal.lease;

import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.LossyBackend;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.snowflake.ClockBehindException;
import dev.cairn.snowflake.IdMetrics;
import dev.cairn.snowflake.IdRuntime;
import dev.cairn.snowflake.IdScheduler;
import dev.cairn.snowflake.IdSettings;
import dev.cairn.snowflake.LeaseLostException;
import dev.cairn.snowflake.NoNodeAvailableException;
import dev.cairn.snowflake.SnowflakeId;
import dev.cairn.snowflake.SnowflakeIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One random schedule of processes that make IDs on few nodes, on the real lease primitive and a
 * database that loses, delays and refuses writes. Any call of the database may be interrupted by a
 * step of another process or of the same.
 */
final class NodeLeaseSimulation {
  private static final int STEPS = 80;
  private static final int MAX_PROCESSES = 5;
  private static final int MAX_DEPTH = 3;
  private static final List<Fate> FAULTS =
      List.of(Fate.APPLIED_REPLY_LOST, Fate.LOST, Fate.DELAYED, Fate.REFUSED);
  private static final IdSettings SETTINGS =
      new IdSettings(Duration.ofSeconds(1), Duration.ofMillis(20), Duration.ofMillis(20));

  private final SplittableRandom random;
  private final LossyBackend lossy = new LossyBackend(new InMemoryBackend());
  private final InterleavingBackend backend = new InterleavingBackend(lossy);
  private final List<Maker> processes = new ArrayList<>();

  /**
   * Who made IDs in which millisecond on which node: only one may, since intervals are disjoint.
   */
  private final Map<Long, String> makers = new HashMap<>();

  private final Map<Grant, Used> used = new HashMap<>();
  private int made;
  private int started;
  private int depth;
  private int steps = STEPS;

  /** A node, its holder and when it was granted. */
  private record Grant(int node, String maker, long since) {}

  /** The first and the last timestamp of the IDs that were made under a grant. */
  private record Used(long first, long last) {
    Used and(Used other) {
      return new Used(Math.min(first, other.first), Math.max(last, other.last));
    }
  }

  NodeLeaseSimulation(long seed) {
    random = new SplittableRandom(seed);
    double faultRate = random.nextBoolean() ? 0 : random.nextDouble(0.9);
    backend.interleave =
        () -> {
          if (depth < MAX_DEPTH && random.nextInt(10) == 0) {
            step();
          }
          boolean fault = random.nextDouble() < faultRate;
          lossy.all(fault ? FAULTS.get(random.nextInt(FAULTS.size())) : Fate.FINE);
        };
  }

  /** Runs the schedule and returns how many IDs were made. */
  int run() {
    while (steps > 0) {
      step();
    }
    used.keySet().stream().map(Grant::node).distinct().forEach(this::checkDisjoint);
    return made;
  }

  private void checkDisjoint(int node) {
    List<Map.Entry<Grant, Used>> intervals =
        used.entrySet().stream()
            .filter(entry -> entry.getKey().node() == node)
            .sorted(Comparator.comparingLong(entry -> entry.getValue().first()))
            .toList();
    for (int i = 1; i < intervals.size(); i++) {
      if (intervals.get(i).getValue().first() <= intervals.get(i - 1).getValue().last()) {
        throw new AssertionError(intervals.get(i - 1) + " overlaps " + intervals.get(i));
      }
    }
  }

  private void step() {
    steps--;
    depth++;
    act(random.nextInt(100));
    depth--;
  }

  private void act(int choice) {
    if (choice < 8 || processes.isEmpty()) {
      start();
      return;
    }
    Maker process = processes.get(random.nextInt(processes.size()));
    if (choice < 50) {
      process.take();
    } else if (choice < 65) {
      process.tick();
    } else if (choice < 78) {
      process.holder.now += random.nextInt(3) == 0 ? random.nextInt(2_000) : random.nextInt(5);
    } else if (choice < 86) {
      process.holder.now += random.nextInt(-1_500, 1_500);
    } else if (choice < 91) {
      process.close();
    } else {
      lossy.deliverDelayed();
    }
  }

  private void start() {
    if (processes.size() < MAX_PROCESSES) {
      Maker process = new Maker("p" + ++started);
      processes.add(process);
      process.open();
    }
  }

  private final class Maker implements IdScheduler {
    final TestHolder holder;
    private @Nullable Runnable tick;
    private @Nullable SnowflakeIds ids;
    private long largest;

    Maker(String name) {
      long now =
          processes.isEmpty()
              ? 1_000_000
              : processes.get(0).holder.now + random.nextInt(-1_500, 1_500);
      holder = new TestHolder(name, backend, now);
    }

    void open() {
      try {
        ids =
            SnowflakeIds.open(
                holder.nodeLeases(),
                holder.holder,
                SETTINGS,
                new IdRuntime(
                    holder.environment.clock(),
                    holder.environment.waiter()::await,
                    this,
                    lowestNodesFirst(),
                    IdMetrics.NONE));
      } catch (NoNodeAvailableException e) {
        processes.remove(this);
      }
    }

    // The search shuffles with bounds 1 to 1,024: only the two lowest nodes change places.
    private RandomGenerator lowestNodesFirst() {
      return new RandomGenerator() {
        @Override
        public int nextInt(int bound) {
          return bound == 2 ? random.nextInt(2) : bound - 1;
        }

        @Override
        public long nextLong() {
          return random.nextLong();
        }
      };
    }

    void take() {
      if (ids == null) {
        return;
      }
      long before = largest;
      Optional<Grant> grant = grant(ids);
      long id;
      try {
        id = ids.nextId();
      } catch (LeaseLostException | ClockBehindException | IllegalStateException e) {
        return;
      }
      largest = Math.max(largest, id);
      if (id <= before) {
        throw new AssertionError(
            "%s made %s after %s"
                .formatted(holder.holder, SnowflakeId.describe(id), SnowflakeId.describe(before)));
      }
      made++;
      String earlier = makers.put(id / SnowflakeId.SEQUENCES, holder.holder.process());
      if (earlier != null && !earlier.equals(holder.holder.process())) {
        throw new AssertionError(
            "%s and %s made IDs in the same millisecond: %s"
                .formatted(earlier, holder.holder.process(), SnowflakeId.describe(id)));
      }
      // If a nested step changed the lease, it is not certain to which grant the ID belongs.
      if (grant.isPresent() && grant.equals(grant(ids))) {
        long timestamp = SnowflakeId.timestamp(id);
        used.merge(grant.get(), new Used(timestamp, timestamp), Used::and);
      }
    }

    private static Optional<Grant> grant(SnowflakeIds ids) {
      return ids.info().map(info -> new Grant(info.node(), info.holder().process(), info.since()));
    }

    void tick() {
      for (int i = random.nextInt(1, 12); i > 0 && tick != null; i--) {
        tick.run();
      }
    }

    void close() {
      if (ids != null) {
        processes.remove(this);
        ids.close();
      }
    }

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Repeated every(Duration period, Runnable task) {
      tick = task;
      return () -> tick = null;
    }
  }
}
