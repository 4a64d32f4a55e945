package dev.cairn.simulation.sim;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Many processes on one thread's worth of time: exactly one actor runs at a time, and which is next
 * is drawn from a seed.
 *
 * <pre>{@code
 * Simulation.run(seed, sim -> {
 *   FaultyBackend store = new FaultyBackend(
 *       new InMemoryBackend(), RandomFaults.every(0.01).seeded(sim.seed()), sim.waiter());
 *   Actor p1 = sim.actor("p1", self -> work(self.backend(store), self.environment()));
 *   Actor p2 = sim.actor("p2", self -> work(self.backend(store), self.environment()));
 *   sim.background("nemesis", Nemesis.of(List.of(p1, p2)));
 *   sim.afterwards(() -> check(store));
 * });
 * }</pre>
 *
 * <p>The scenario builds everything anew: it runs once more, with the same seed, when it fails, to
 * write the steps down. It must take no time, randomness or threads from elsewhere.
 */
public final class Simulation {
  private final long seed;
  private final Scheduler scheduler;
  private final Map<String, Actor> actors = new LinkedHashMap<>();
  private final List<Runnable> afterwards = new ArrayList<>();
  private boolean running;

  private Simulation(long seed, SimulationSettings settings) {
    this.seed = seed;
    this.scheduler = new Scheduler(seed, settings);
  }

  /**
   * Runs {@code scenario} with the schedule that {@code seed} gives.
   *
   * @throws SimulationFailure if an actor or a check failed, if no actor could continue, or if it
   *     did not end
   */
  public static SimulationResult run(long seed, Consumer<Simulation> scenario) {
    return run(seed, SimulationSettings.DEFAULT, scenario);
  }

  /** The same with other settings. */
  public static SimulationResult run(
      long seed, SimulationSettings settings, Consumer<Simulation> scenario) {
    Simulation first = new Simulation(seed, settings);
    Throwable failure = first.attempt(scenario);
    if (failure == null) {
      return first.result();
    }
    if (settings.traced() || failure instanceof LostActor) {
      throw first.failure("", failure);
    }
    Simulation again = new Simulation(seed, settings.withTrace());
    Throwable repeated = again.attempt(scenario);
    throw repeated == null
        ? first.failure(
            "; it did not fail again, so the scenario takes something from outside", failure)
        : again.failure("", failure);
  }

  /**
   * Runs {@code scenario} with {@code count} seeds, from {@code firstSeed} on. If one fails, that
   * seed as {@code firstSeed} begins with the failure.
   *
   * @return how many steps there were in all
   */
  public static long explore(long firstSeed, int count, Consumer<Simulation> scenario) {
    return explore(firstSeed, count, SimulationSettings.DEFAULT, scenario);
  }

  /** The same with other settings. */
  public static long explore(
      long firstSeed, int count, SimulationSettings settings, Consumer<Simulation> scenario) {
    long steps = 0;
    for (int i = 0; i < count; i++) {
      steps += run(firstSeed + i, settings, scenario).steps();
    }
    return steps;
  }

  private @Nullable Throwable attempt(Consumer<Simulation> scenario) {
    try {
      scenario.accept(this);
      running = true;
      actors.values().stream().filter(actor -> !actor.isRunning()).forEach(each -> each.start(0));
      scheduler.run();
      running = false;
      Throwable failure = scheduler.failure();
      if (failure != null) {
        return failure;
      }
      afterwards.forEach(Runnable::run);
      return null;
    } catch (RuntimeException | AssertionError e) {
      return e;
    }
  }

  private SimulationResult result() {
    return new SimulationResult(
        scheduler.steps(),
        elapsed(),
        scheduler.choices().schedule(),
        scheduler.trace().fingerprint(),
        List.copyOf(scheduler.trace().lines()));
  }

  private SimulationFailure failure(String note, Throwable cause) {
    String divergence =
        scheduler.choices().diverged() ? "; it did not follow the recorded schedule" : "";
    return new SimulationFailure(
        seed, scheduler.choices().schedule(), scheduler.trace().lines(), note + divergence, cause);
  }

  /** Adds a process; the simulation ends when all of them have. */
  public Actor actor(String name, Actor.Body body) {
    return add(name, false, body);
  }

  /** Adds a process that is stopped when all others have ended. */
  public Actor background(String name, Actor.Body body) {
    return add(name, true, body);
  }

  private Actor add(String name, boolean background, Actor.Body body) {
    Actor actor = new Actor(this, scheduler, name, background, body);
    if (actors.putIfAbsent(name, actor) != null) {
      throw new IllegalArgumentException("there is an actor called " + name + " already");
    }
    if (running) {
      actor.start(scheduler.nowMicros());
    }
    return actor;
  }

  /** All processes until now. */
  public List<Actor> actors() {
    return List.copyOf(actors.values());
  }

  /** Checks something when all actors have ended. Switch points there are none. */
  public void afterwards(Runnable check) {
    afterwards.add(check);
  }

  /** The seed, from which everything else is drawn. */
  public long seed() {
    return seed;
  }

  /** Random choices, the same for the same seed and {@code purpose}. */
  public Random random(String purpose) {
    return new Seed(seed).random(purpose);
  }

  /** Lets whichever actor calls it wait in simulated time; for what actors share. */
  public Waiter waiter() {
    return new SimWaiter(scheduler);
  }

  /** {@code shared} with a switch point before and after every call. */
  public Backend backend(Backend shared) {
    return new SimBackend(shared, scheduler);
  }

  /** How much simulated time has passed. */
  public Duration elapsed() {
    return Duration.ofNanos(scheduler.nowMicros() * 1_000);
  }

  /** Puts a line into the trace. */
  public void say(String what) {
    scheduler.say(what);
  }
}
