package dev.cairn.simulation.chaos;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectType;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.lease.Acquired;
import dev.cairn.core.internal.lease.Lease;
import dev.cairn.core.internal.lease.LeaseChange;
import dev.cairn.core.internal.lease.LeaseField;
import dev.cairn.core.internal.lease.LeaseState;
import dev.cairn.core.internal.lease.Leases;
import dev.cairn.core.internal.objects.UpdateableId;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.simulation.sim.Simulation;
import dev.cairn.snowflake.LeaseHolder;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Processes take turns at something by a lease, whatever clocks do: once it was granted to the
 * next, nothing that an earlier holder does arrives any more. Where clocks are no farther apart
 * than the allowed skew, no two believe to hold it at the same moment.
 */
public final class LeaseScenario extends SimulatedScenario {
  private static final Scope SCOPE = new Scope("simulated", "lease");
  private static final Codec CODEC = new Codec(1);
  private static final Duration DURATION = Duration.ofMillis(200);
  private static final Duration SKEW = Duration.ofMillis(100);
  private static final int TURNS = 3;

  /** What the lease guards: a log of grants and of work done under them. */
  public record Guarded(LeaseState lease, List<String> log) {
    Guarded plus(String line) {
      if (log.contains(line)) {
        return this; // A change may run on its own result.
      }
      List<String> more = new ArrayList<>(log);
      more.add(line);
      return new Guarded(lease, more);
    }
  }

  private record GuardedType() implements ObjectType<Guarded> {
    @Override
    public String name() {
      return "guarded";
    }

    @Override
    public Class<Guarded> valueClass() {
      return Guarded.class;
    }

    @Override
    public boolean updateable() {
      return true;
    }
  }

  private static final UpdateableId<Guarded> ID =
      UpdateableId.named(new GuardedType(), "the guarded");

  /** Every new owner is noted in the log by the very write that makes it the owner. */
  private record GuardedField() implements LeaseField<Guarded> {
    @Override
    public LeaseState lease(Guarded value) {
      return value.lease();
    }

    @Override
    public Guarded withLease(Guarded value, LeaseState lease) {
      return new Guarded(lease, value.log()).plus("grant " + lease.owner());
    }
  }

  private final Duration skew;

  /** With the skew that the clocks keep. */
  public LeaseScenario() {
    this(SKEW);
  }

  /** With another skew for the processes to rely on, be it right or wrong. */
  LeaseScenario(Duration skew) {
    this.skew = skew;
  }

  @Override
  public String name() {
    return "leases";
  }

  // Whether two may believe to hold it depends on it: a clock that jumps leaves the allowed skew.
  private static boolean clocksKeepTheSkew(long seed) {
    return seed % 2 == 0;
  }

  @Override
  protected Duration farthestJump(Simulation sim) {
    return clocksKeepTheSkew(sim.seed()) ? Duration.ZERO : Duration.ofSeconds(1);
  }

  @Override
  protected List<Actor> build(World world) {
    Ledger ledger = new Ledger();
    List<Actor> processes = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      Actor actor =
          world.sim().actor("process " + i, self -> new Worker(self, world, ledger, skew).run());
      actor.clock().jump(Duration.ofMillis(world.sim().random("clock " + i).nextInt(-50, 50)));
      processes.add(actor);
    }
    world.sim().afterwards(() -> ledger.check(world, processes.get(0)));
    return processes;
  }

  /** What was acknowledged, and who believes what. */
  private static final class Ledger {
    final Set<String> acknowledged = new HashSet<>();
    final Map<Actor, Lease<Guarded>> believers = new HashMap<>();
    int changes;
    int unknown;

    // A process that paused before it learned of the grant may find it lapsed already.
    void granted(Actor self, Lease<Guarded> lease, boolean clocksKeepTheSkew) {
      boolean exclusive = clocksKeepTheSkew && believes(self, lease);
      believers.forEach(
          (other, held) -> {
            if (exclusive && other != self && believes(other, held)) {
              throw new AssertionError(
                  "%s was granted what %s believes to hold: %s"
                      .formatted(self, other, held.state()));
            }
          });
      believers.put(self, lease);
    }

    private static boolean believes(Actor actor, Lease<Guarded> lease) {
      return SnowflakeId.toTimestamp(actor.clock().peek()) <= lease.state().until();
    }

    void check(World world, Actor reader) {
      world.settle();
      UpdateableObjects objects =
          new UpdateableObjects(world.store(), CODEC, SCOPE, reader.environment());
      List<String> log = objects.read(ID).map(found -> found.value().log()).orElse(List.of());
      String holder = "none";
      for (String line : log) {
        String owner = line.split(" ", 3)[1];
        if (line.startsWith("grant ")) {
          holder = owner;
        } else if (!owner.equals(holder)) {
          throw new AssertionError(
              "\"%s\" came after the grant to %s: %s".formatted(line, holder, log));
        }
      }
      Set<String> missing = new HashSet<>(acknowledged);
      missing.removeAll(log);
      if (!missing.isEmpty()) {
        throw new AssertionError("acknowledged and not there: %s in %s".formatted(missing, log));
      }
      long applied = log.stream().filter(line -> line.startsWith("work ")).count();
      long settled = applied - acknowledged.size();
      world.tally().addOperations(changes, settled, unknown - settled);
    }
  }

  private static final class Worker {
    private final Actor self;
    private final Leases<Guarded> leases;
    private final Ledger ledger;
    private final boolean exclusive;

    Worker(Actor self, World world, Ledger ledger, Duration skew) {
      Backend backend = world.reachedBy(self);
      this.self = self;
      this.leases =
          new Leases<>(
              new UpdateableObjects(backend, CODEC, SCOPE, self.environment()),
              new GuardedField(),
              self.environment(),
              skew);
      this.ledger = ledger;
      this.exclusive = clocksKeepTheSkew(world.sim().seed());
    }

    void run() {
      for (int turn = 0; turn < TURNS; turn++) {
        try {
          Acquired<Guarded> acquired =
              leases.acquire(
                  ID,
                  new LeaseHolder("host", self.name()),
                  DURATION,
                  lease -> new Guarded(lease, List.of("grant " + lease.owner())));
          if (acquired instanceof Acquired.Granted<Guarded> granted) {
            ledger.granted(self, granted.lease(), exclusive);
            work(granted.lease());
          }
        } catch (BackendUnavailableException e) {
          self.say("was refused: " + e.getMessage());
        }
        self.sleep(Duration.ofMillis(self.random().nextInt(200)));
      }
    }

    private void work(Lease<Guarded> lease) {
      int tasks = 1 + self.random().nextInt(3);
      for (int i = 0; i < tasks; i++) {
        String line = "work %s %d".formatted(lease.state().owner(), i);
        ledger.changes++;
        ledger.unknown++;
        LeaseChange<Guarded> change = lease.update(value -> value.plus(line));
        if (change instanceof LeaseChange.Applied) {
          ledger.unknown--;
          ledger.acknowledged.add(line);
        } else if (change instanceof LeaseChange.Lost) {
          ledger.believers.remove(self);
          return;
        }
        if (self.random().nextBoolean()) {
          LeaseChange<Guarded> unused = lease.renew(DURATION);
        }
        self.sleep(Duration.ofMillis(self.random().nextInt(100)));
      }
      ledger.believers.remove(self);
      LeaseChange<Guarded> unused = lease.release(lastUsed(lease));
    }

    private long lastUsed(Lease<Guarded> lease) {
      return Math.min(lease.state().until(), SnowflakeId.toTimestamp(self.clock().instant()));
    }
  }
}
