package dev.cairn.simulation.chaos;

import dev.cairn.api.spi.Backend;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.simulation.sim.Nemesis;
import dev.cairn.simulation.sim.Simulation;
import dev.cairn.simulation.sim.SimulationResult;
import dev.cairn.simulation.sim.SimulationSettings;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultPlan;
import dev.cairn.testkit.fault.FaultyBackend;
import dev.cairn.testkit.fault.RandomFaults;
import dev.cairn.testkit.workload.ChaosTally;
import dev.cairn.testkit.workload.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * A scenario of simulated processes behind a bad network. Each seed draws how bad it is: some
 * schedules have no faults, some many, some a {@link Nemesis} too.
 */
public abstract class SimulatedScenario implements Scenario {
  /**
   * The store of a schedule and the faults before it.
   *
   * @param bare the store without the faults, for what has to be there before anything goes wrong
   */
  protected record World(Simulation sim, Backend bare, FaultyBackend store, ChaosTally tally) {
    /** What a process of that name sees of the store. */
    public Backend reachedBy(Actor actor) {
      return actor.backend(store);
    }

    /** Lets everything arrive that is still on its way, when nothing goes wrong any more. */
    public void settle() {
      store.heal();
      store.landDelayed();
      tally.add(store.counts());
    }
  }

  /**
   * Adds the actors, and what is to be checked afterwards.
   *
   * @return those to whom harm may be done
   */
  protected abstract List<Actor> build(World world);

  /** How far a clock may jump at once; with zero clocks are exact. */
  protected Duration farthestJump(Simulation sim) {
    return sim.seed() % 2 == 0 ? Duration.ZERO : Duration.ofMillis(500);
  }

  /** How the simulation runs. */
  protected SimulationSettings settings() {
    return SimulationSettings.DEFAULT.withMaxStep(Duration.ofMillis(2));
  }

  @Override
  public final void run(long seed, Supplier<Backend> stores, ChaosTally tally) {
    ChaosTally[] last = {tally};
    SimulationResult result =
        Simulation.run(
            seed,
            settings(),
            sim -> {
              last[0] = new ChaosTally(); // A schedule that fails is run twice.
              build(sim, stores.get(), last[0]);
            });
    tally.add(last[0]);
    tally.addSchedule(result.steps());
  }

  private void build(Simulation sim, Backend store, ChaosTally tally) {
    Random random = sim.random("faults");
    Backend observed = observed(sim, store);
    FaultyBackend faulty = new FaultyBackend(observed, plan(random), sim.waiter());
    List<Actor> victims = build(new World(sim, store, faulty, tally));
    if (random.nextInt(3) > 0) {
      sim.background(
          "nemesis",
          Nemesis.of(victims)
              .every(Duration.ofMillis(10 + random.nextInt(100)))
              .jumpingUpTo(farthestJump(sim)));
    }
  }

  /** The store, with what the scenario has to see of it; nothing goes wrong behind this. */
  protected Backend observed(Simulation sim, Backend store) {
    return store;
  }

  /** What goes wrong between processes and store. */
  protected FaultPlan plan(Random random) {
    double rate = random.nextInt(4) == 0 ? 0 : random.nextDouble() * 0.05;
    return RandomFaults.every(rate)
        .with(Fault.DELAYED, 2 * rate)
        .with(Fault.REPLY_LOST, 2 * rate)
        .seeded(random.nextLong());
  }
}
