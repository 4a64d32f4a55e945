package dev.cairn.simulation.chaos;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.lease.LeaseField;
import dev.cairn.core.internal.lease.Leases;
import dev.cairn.core.internal.lease.NodeLeases;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.simulation.sim.Simulation;
import dev.cairn.snowflake.ClockBehindException;
import dev.cairn.snowflake.IdMetrics;
import dev.cairn.snowflake.IdRuntime;
import dev.cairn.snowflake.IdSettings;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.LeaseLostException;
import dev.cairn.snowflake.NoNodeAvailableException;
import dev.cairn.snowflake.NodeLeaseInfo;
import dev.cairn.snowflake.NodeLeaseStore;
import dev.cairn.snowflake.SnowflakeId;
import dev.cairn.snowflake.SnowflakeIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Processes make IDs on few nodes, with clocks that jump as they like. No ID is made twice, those
 * of one process increase, and successive holders of a node use disjoint intervals of time.
 */
public class IdScenario extends SimulatedScenario {
  private static final Codec CODEC = new Codec(1);
  private static final IdSettings SETTINGS =
      new IdSettings(Duration.ofSeconds(1), Duration.ofMillis(20), Duration.ofMillis(50));
  private static final Duration SKEW = Duration.ofMillis(500);
  private static final int SESSIONS = 4;
  private static final int TURNS = 4;

  @Override
  public String name() {
    return "IDs";
  }

  @Override
  protected Duration farthestJump(Simulation sim) {
    return Duration.ofMillis(1 + sim.random("jumps").nextInt(3_000));
  }

  @Override
  protected List<Actor> build(World world) {
    Made made = new Made();
    List<Actor> processes = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      Actor actor = world.sim().actor("process " + i, self -> new Maker(self, world, made).run());
      actor
          .clock()
          .jump(Duration.ofMillis(world.sim().random("clock " + i).nextInt(-1_500, 1_500)));
      processes.add(actor);
    }
    world
        .sim()
        .afterwards(
            () -> {
              world.settle();
              made.checkDisjoint();
              world.tally().addOperations(made.makers.size(), 0, 0);
            });
    return processes;
  }

  /** How a process comes to nodes; a mutant may do worse. */
  NodeLeaseStore nodes(UpdateableObjects objects, Environment environment) {
    return new NodeLeases(new Leases<>(objects, LeaseField.whole(), environment, SKEW));
  }

  /** All IDs, and which timestamps were used under each grant of a node. */
  private static final class Made {
    final Map<Long, String> makers = new HashMap<>();
    private final Map<Grant, LongSummaryStatistics> used = new HashMap<>();

    private int tries;

    private record Grant(int node, LeaseHolder holder) {}

    String nextTry(Actor actor) {
      return actor + " #" + ++tries;
    }

    void add(long id, String maker, Optional<NodeLeaseInfo> lease) {
      String earlier = makers.put(id, maker);
      if (earlier != null) {
        throw new AssertionError(
            "%s was made by %s and by %s".formatted(SnowflakeId.describe(id), earlier, maker));
      }
      lease.ifPresent(
          held ->
              used.computeIfAbsent(
                      new Grant(held.node(), held.holder()), unused -> new LongSummaryStatistics())
                  .accept(SnowflakeId.timestamp(id)));
    }

    void checkDisjoint() {
      List<Map.Entry<Grant, LongSummaryStatistics>> grants = new ArrayList<>(used.entrySet());
      grants.sort(Comparator.comparingLong(grant -> grant.getValue().getMin()));
      Map<Integer, Map.Entry<Grant, LongSummaryStatistics>> lastOfNode = new HashMap<>();
      for (Map.Entry<Grant, LongSummaryStatistics> grant : grants) {
        Map.Entry<Grant, LongSummaryStatistics> before =
            lastOfNode.put(grant.getKey().node(), grant);
        if (before != null && before.getValue().getMax() >= grant.getValue().getMin()) {
          throw new AssertionError(before + " overlaps " + grant);
        }
      }
    }
  }

  private final class Maker {
    private final Actor self;
    private final Backend backend;
    private final Made made;
    private long largest = -1;

    Maker(Actor self, World world, Made made) {
      this.self = self;
      this.backend = world.reachedBy(self);
      this.made = made;
    }

    void run() {
      for (int session = 0; session < SESSIONS; session++) {
        largest = -1;
        try (SnowflakeIds ids = open()) {
          for (int i = 0; i < TURNS; i++) {
            jumpNowAndThen();
            take(ids);
            self.sleep(Duration.ofMillis(self.random().nextInt(i % 4 == 0 ? 700 : 5)));
          }
        } catch (NoNodeAvailableException e) {
          self.sleep(Duration.ofMillis(500));
        }
      }
    }

    // Where it hurts: between the grant of a node and the first ID made with it.
    private void jumpNowAndThen() {
      if (self.random().nextInt(5) == 0) {
        self.clock().jump(Duration.ofMillis(self.random().nextInt(-1_500, 1_500)));
      }
    }

    private SnowflakeIds open() {
      UpdateableObjects objects =
          new UpdateableObjects(backend, CODEC, Scope.SYSTEM, self.environment());
      NodeLeaseStore nodes = nodes(objects, self.environment());
      return SnowflakeIds.open(
          // A name for each try: with clocks that jump, its time does not tell a grant from others.
          (node, holder, duration) ->
              nodes.acquire(node, new LeaseHolder("host", made.nextTry(self)), duration),
          new LeaseHolder("host", self.name()),
          SETTINGS,
          new IdRuntime(
              self.clock(),
              self.waiter()::await,
              self.idScheduler(),
              lowestNodesFirst(),
              IdMetrics.NONE));
    }

    private void take(SnowflakeIds ids) {
      Optional<NodeLeaseInfo> lease = ids.info();
      long id;
      try {
        id = ids.nextId();
      } catch (LeaseLostException | ClockBehindException e) {
        self.say("got no ID: " + e.getMessage());
        return;
      }
      if (id <= largest) {
        throw new AssertionError(
            "%s made %s after %s"
                .formatted(self, SnowflakeId.describe(id), SnowflakeId.describe(largest)));
      }
      largest = id;
      // If the lease changed meanwhile, it is not certain under which grant the ID was made.
      made.add(
          id,
          self.name(),
          lease.filter(
              before -> ids.info().map(after -> isSameGrant(before, after)).orElse(false)));
    }

    private static boolean isSameGrant(NodeLeaseInfo before, NodeLeaseInfo after) {
      return before.node() == after.node() && before.holder().equals(after.holder());
    }

    // The search shuffles with bounds 1 to 1,024: only the two lowest nodes change places.
    private RandomGenerator lowestNodesFirst() {
      return new RandomGenerator() {
        @Override
        public int nextInt(int bound) {
          return bound == 2 ? self.random().nextInt(2) : bound - 1;
        }

        @Override
        public long nextLong() {
          return self.random().nextLong();
        }
      };
    }
  }
}
