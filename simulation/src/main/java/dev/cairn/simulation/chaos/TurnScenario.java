package dev.cairn.simulation.chaos;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.core.internal.settle.Settled;
import dev.cairn.core.internal.store.CommitMetrics;
import dev.cairn.core.internal.turn.TurnRules;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.simulation.sim.Simulation;
import dev.cairn.testkit.fault.FaultPlan;
import dev.cairn.testkit.fault.RandomFaults;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Processes that take turns, which crash in line, pause and have jumping clocks; in some schedules
 * beside processes that ignore the list or forge it. All that holds for commits holds here too.
 * Where clocks are exact, no process commits while it is another's turn; and where nothing else is
 * wrong, no commit waits for long.
 */
public class TurnScenario extends EngineScenario {
  // Five crashes in line cost a second each; pauses, and turns, come on top.
  private static final Duration LONG = Duration.ofSeconds(12);

  // Of the schedule that runs; there is one at a time.
  private @Nullable TurnWatch watched;
  private boolean areAllPolite;
  private boolean areClocksExact;
  private boolean isNetworkFine;
  private long lists;

  @Override
  public String name() {
    return "turns";
  }

  @Override
  int processes() {
    return 4;
  }

  /** The rules of the processes; a mutant may have others. */
  TurnRules rules() {
    return TurnRules.DEFAULT;
  }

  /** How many swaps wrote a list of turns until now. */
  long lists() {
    return lists;
  }

  private TurnWatch watch() {
    return Objects.requireNonNull(watched);
  }

  @Override
  protected Backend observed(Simulation sim, Backend store) {
    areClocksExact = farthestJump(sim).isZero();
    areAllPolite = sim.random("manners").nextInt(3) > 0;
    watched = new TurnWatch(store, sim, areClocksExact);
    return watch();
  }

  @Override
  protected FaultPlan plan(Random random) {
    isNetworkFine = random.nextBoolean();
    return isNetworkFine ? RandomFaults.every(0).seeded(random.nextLong()) : super.plan(random);
  }

  @Override
  protected List<Actor> build(World world) {
    TurnWatch watch = watch();
    List<Actor> actors = super.build(world);
    world
        .sim()
        .afterwards(
            () -> {
              lists += watch.listed();
              watch.check();
            });
    return actors;
  }

  // Of four processes, one ignores the list and one forges it.
  @Override
  Backend connection(Actor self, Backend reached) {
    boolean isForging = self.name().equals("process 2");
    return areAllPolite || !(isForging || self.name().equals("process 1"))
        ? reached
        : new RudeProcess(reached, watch(), self.random(), isForging);
  }

  @Override
  SimulatedProcesses processes(World world) {
    return new SimulatedProcesses(world.tally()) {
      private Supplier<Duration> paused = () -> Duration.ZERO;

      @Override
      Store simulated(Actor self, Scope scope, Backend backend) {
        paused = self::paused;
        return super.simulated(self, scope, backend);
      }

      @Override
      protected Optional<TurnRules> turns() {
        return Optional.of(rules());
      }

      @Override
      protected CommitMetrics metrics(CommitMetrics counting) {
        return new Waits(counting, paused);
      }
    };
  }

  private final class Waits implements CommitMetrics {
    private final CommitMetrics counting;
    private final Supplier<Duration> paused;

    Waits(CommitMetrics counting, Supplier<Duration> paused) {
      this.counting = counting;
      this.paused = paused;
    }

    @Override
    public void attempted(int commits, int rows, long bytes) {
      counting.attempted(commits, rows, bytes);
    }

    @Override
    public void conflicted() {
      counting.conflicted();
    }

    @Override
    public void settled(Settled<?> settled) {
      counting.settled(settled);
    }

    @Override
    public void ended(Outcome outcome, Duration latency) {
      counting.ended(outcome, latency);
      // A process that is paused again and again waits for nothing but itself.
      Duration awake = latency.minus(paused.get());
      if (isNetworkFine && areClocksExact && areAllPolite && awake.compareTo(LONG) > 0) {
        watch().violated("a commit waited %s for its turn".formatted(latency));
      }
    }
  }
}
