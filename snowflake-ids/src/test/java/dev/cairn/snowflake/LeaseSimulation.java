package dev.cairn.snowflake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * One random schedule of processes that compete for few nodes, all on one thread.
 *
 * <p>Whenever a process looks at its clock, waits or writes, another step of any process may happen
 * first, the same process included: so takeovers, losses, closings and renewals fall into the
 * middle of each other and of the taking of IDs. Writes may get no answer and land later or never.
 */
final class LeaseSimulation {
  private static final int STEPS = 120;
  private static final int MAX_PROCESSES = 6;
  private static final int MAX_DEPTH = 3;
  private static final double START = 10_000;
  private static final List<Integer> BATCHES = List.of(1, 1, 1, 100, 4_000, 4_096);
  private static final List<LeaseRows.Fault> FAULTS =
      List.of(LeaseRows.Fault.APPLIED, LeaseRows.Fault.LOST, LeaseRows.Fault.DELAYED);

  private final SplittableRandom random;
  private final LeaseRows rows = new LeaseRows();
  private final List<SimulatedProcess> processes = new ArrayList<>();
  private final int contendedNodes;
  private final double faultRate;
  private double trueTime = START;
  private int depth;
  private int steps = STEPS;

  LeaseSimulation(long seed) {
    random = new SplittableRandom(seed);
    contendedNodes = random.nextInt(1, 4);
    faultRate = random.nextBoolean() ? 0 : random.nextDouble(0.5);
    rows.faults = this::fault;
    rows.interleave = () -> maybeStep(0.2);
  }

  /** Runs the schedule, checks it, and returns how many IDs were made. */
  int run() {
    while (steps > 0) {
      step();
    }
    check();
    return processes.stream().mapToInt(process -> process.made.size()).sum();
  }

  private LeaseRows.Fault fault() {
    if (random.nextDouble() >= faultRate) {
      return LeaseRows.Fault.NONE;
    }
    return FAULTS.get(random.nextInt(FAULTS.size()));
  }

  private void maybeStep(double probability) {
    if (depth < MAX_DEPTH && random.nextDouble() < probability) {
      step();
    }
  }

  private void step() {
    steps--;
    depth++;
    act(random.nextInt(100));
    depth--;
  }

  private void act(int choice) {
    if (choice < 6 || processes.isEmpty()) {
      start();
      return;
    }
    SimulatedProcess process = processes.get(random.nextInt(processes.size()));
    if (choice < 45) {
      process.take(BATCHES.get(random.nextInt(BATCHES.size())));
    } else if (choice < 58) {
      process.tick();
    } else if (choice < 66) {
      process.runTask();
    } else if (choice < 80) {
      pass(random.nextInt(4) == 0 ? random.nextDouble(1_500) : random.nextDouble(3));
    } else if (choice < 92) {
      disturb(process.clock);
    } else if (choice < 96) {
      process.close();
    } else if (rows.delayedWrites() > 0) {
      rows.land(random.nextInt(rows.delayedWrites()));
    }
  }

  private void start() {
    if (processes.size() < MAX_PROCESSES) {
      double offset = random.nextInt(3) == 0 ? random.nextDouble(-5_000, 5_000) : 0;
      SimulatedProcess process =
          new SimulatedProcess(
              "p" + processes.size(),
              new SimulatedClock(trueTime + offset, () -> maybeStep(0.05)),
              time -> {
                pass(time.toNanos() / 1e6);
                maybeStep(0.2);
              },
              random);
      processes.add(process);
      try {
        process.open(rows, contendedNodes);
      } catch (NoNodeAvailableException e) {
        // Writes without answers can leave it without a node; it then takes no part.
        processes.remove(process);
      }
    }
  }

  private void pass(double millis) {
    trueTime += millis;
    processes.forEach(process -> process.clock.pass(millis));
  }

  private void disturb(SimulatedClock clock) {
    int kind = random.nextInt(6);
    if (kind < 2) {
      clock.jump(random.nextDouble(-20, 20));
    } else if (kind == 2) {
      clock.jump(random.nextDouble(-5_000, 5_000));
    } else if (kind == 3) {
      clock.drift(random.nextDouble(0, 3));
    } else {
      clock.stop(kind == 4);
    }
  }

  private void check() {
    Map<Long, LeaseHolder> owners = new HashMap<>();
    for (SimulatedProcess process : processes) {
      for (long id : process.made) {
        LeaseHolder earlier = owners.put(id, process.holder);
        if (earlier != null) {
          throw new AssertionError(
              "%s was made by %s and by %s"
                  .formatted(SnowflakeId.describe(id), earlier, process.holder));
        }
      }
    }
    checkIntervals();
  }

  /** The part of a grant that was used: the first and the last timestamp of its IDs. */
  private record Used(LeaseRows.Grant grant, long first, long last) {}

  private void checkIntervals() {
    Map<Integer, List<Used>> perNode = new HashMap<>();
    int covered = 0;
    for (LeaseRows.Grant grant : rows.grants()) {
      SortedSet<Long> ids = new TreeSet<>();
      for (SimulatedProcess process : processes) {
        if (process.holder.equals(grant.holder)) {
          long after = SnowflakeId.compose(grant.previousUntil + 1, 0, 0);
          long end = SnowflakeId.compose(grant.until + 1, 0, 0);
          ids.addAll(process.made.subSet(after, end));
        }
      }
      ids.removeIf(id -> SnowflakeId.node(id) != grant.node);
      if (!ids.isEmpty()) {
        covered += ids.size();
        perNode
            .computeIfAbsent(grant.node, node -> new ArrayList<>())
            .add(
                new Used(
                    grant, SnowflakeId.timestamp(ids.first()), SnowflakeId.timestamp(ids.last())));
      }
    }
    int made = processes.stream().mapToInt(process -> process.made.size()).sum();
    if (covered < made) {
      throw new AssertionError((made - covered) + " IDs are outside of every lease of their maker");
    }
    perNode.forEach(LeaseSimulation::checkDisjoint);
  }

  /**
   * No two processes used the same timestamps of a node. Of two grants to one process, both cover
   * what it used after it gave the first one back before its end, and only the process knows by
   * which; that it makes no ID twice is checked where it takes them.
   */
  private static void checkDisjoint(int node, List<Used> intervals) {
    for (Used one : intervals) {
      for (Used other : intervals) {
        boolean isEarlier = one.first() <= other.first();
        if (isEarlier
            && other.first() <= one.last()
            && !one.grant().holder.equals(other.grant().holder)) {
          throw new AssertionError(
              "on node %d, %s used %d to %d and %s used %d to %d"
                  .formatted(
                      node,
                      one.grant().holder,
                      one.first(),
                      one.last(),
                      other.grant().holder,
                      other.first(),
                      other.last()));
        }
      }
    }
  }
}
