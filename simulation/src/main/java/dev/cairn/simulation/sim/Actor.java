package dev.cairn.simulation.sim;

import dev.cairn.api.Waiter;
import dev.cairn.api.spi.Backend;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * A simulated process: it has a clock, randomness and threads of its own, shares the database with
 * others, and can be paused, crashed and started again.
 *
 * <p>What it is built from, its {@linkplain #environment environment} and its view of a {@linkplain
 * #backend backend}, are the switch points: there, and nowhere else, others get their turn. Code
 * between two of them runs alone.
 */
public final class Actor {
  /** What a process does from its start on. */
  @FunctionalInterface
  public interface Body {
    /** Runs as {@code self}; what it throws fails the simulation. */
    void run(Actor self) throws Exception;
  }

  private final Simulation simulation;
  private final Scheduler scheduler;
  private final String name;
  private final boolean background;
  private final Body body;
  private final SimClock clock;
  private final List<Strand> strands = new ArrayList<>();
  private Random random;
  private int incarnation;
  private long pausedSince;
  private long pausedUntil;
  private long pausedBefore;
  private boolean crashed;

  Actor(Simulation simulation, Scheduler scheduler, String name, boolean background, Body body) {
    this.simulation = simulation;
    this.scheduler = scheduler;
    this.name = name;
    this.background = background;
    this.body = body;
    this.clock = new SimClock(scheduler);
    this.random = simulation.random(name);
  }

  void start(long wakeAt) {
    strands.add(
        scheduler.add(this, name, background, wakeAt, guarded(incarnation, () -> body.run(this))));
  }

  /** Something that runs as a part of this process. */
  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  // A process that is dead, or whose world ends, may fail as it likes while it unwinds.
  private Runnable guarded(int life, Work work) {
    return () -> {
      try {
        work.run();
      } catch (ActorStopped e) {
        return;
      } catch (Throwable e) {
        if (life == incarnation && !crashed) {
          scheduler.fail(e);
        }
      }
    };
  }

  // What it is built from.

  /** Its name, which no other actor has. */
  public String name() {
    return name;
  }

  /** How often it was started before this time. */
  public int incarnation() {
    return incarnation;
  }

  /** The clock of its machine. */
  public SimClock clock() {
    return clock;
  }

  /** Waits in simulated time. */
  public Waiter waiter() {
    return simulation.waiter();
  }

  /** Random choices, the same for the same seed, name and incarnation. */
  public RandomGenerator random() {
    return random;
  }

  /** All that the engine takes from its surroundings. */
  public Environment environment() {
    return new Environment(clock, waiter(), random);
  }

  /** {@code shared} as this process reaches it: others get a turn before and after every call. */
  public Backend backend(Backend shared) {
    return simulation.backend(shared);
  }

  /** Runs tasks as further threads of this process; {@code Runnable::run} is the other choice. */
  public Executor executor() {
    return task -> spawn("task", task);
  }

  /** Keeps node leases: its ticks run in the background and end with the process. */
  public IdScheduler idScheduler() {
    return idScheduler(() -> true);
  }

  /**
   * The same for ticks that do nothing unless {@code isNeeded}: then they wait for it, instead of
   * filling a schedule with steps.
   *
   * @param isNeeded evaluated whenever an actor may run; must not be a switch point
   */
  public IdScheduler idScheduler(BooleanSupplier isNeeded) {
    return new SimIdScheduler(this, isNeeded);
  }

  // What it can do.

  /** Starts a further thread of this process. */
  public void spawn(String threadName, Runnable task) {
    spawn(threadName, background, task);
  }

  void spawn(String threadName, boolean inBackground, Runnable task) {
    if (crashed) {
      // Code that tidies up while its process dies; what it started would outlive the crash.
      throw new ActorStopped(name + " was stopped");
    }
    String full = name + "/" + threadName;
    strands.removeIf(strand -> strand.done);
    strands.add(
        scheduler.add(
            this, full, inBackground, scheduler.nowMicros(), guarded(incarnation, task::run)));
  }

  /** A switch point of its own, for code that has no other. */
  public void step(String what) {
    scheduler.step(what);
  }

  /** Waits in simulated time. */
  public void sleep(Duration duration) {
    waiter().await(duration);
  }

  /**
   * Waits for what others do; if no actor can continue, that is a deadlock.
   *
   * @param condition evaluated whenever an actor may run; must not be a switch point
   */
  public void awaitUntil(String what, BooleanSupplier condition) {
    scheduler.await(what, condition);
  }

  /** Puts a line into the trace. */
  public void say(String what) {
    scheduler.say(what);
  }

  // What can be done to it.

  /** Lets it do nothing until it is {@linkplain #resume resumed}. Its clock goes on. */
  public void pause() {
    pauseUntil(Strand.NEVER);
    scheduler.say("pauses " + name);
  }

  /** Pauses it, as a long garbage collection does. */
  public void pauseFor(Duration duration) {
    pauseUntil(scheduler.nowMicros() + duration.toNanos() / 1_000);
    scheduler.say("pauses " + name + " for " + duration);
  }

  /** Ends a pause. */
  public void resume() {
    pauseUntil(0);
    scheduler.say("resumes " + name);
  }

  private void pauseUntil(long time) {
    pausedBefore = pausedMicros();
    pausedSince = scheduler.nowMicros();
    pausedUntil = time;
  }

  private long pausedMicros() {
    long end = Math.min(pausedUntil, scheduler.nowMicros());
    return pausedBefore + Math.max(0, end - pausedSince);
  }

  /** For how long it was paused until now, in all. */
  public Duration paused() {
    return Duration.of(pausedMicros(), ChronoUnit.MICROS);
  }

  /**
   * Kills it where it is: at the switch point that each of its threads has reached. Of the calls in
   * progress, those that have not reached the database never will, unless they were delayed on
   * their way there. An actor that crashes itself does not return.
   */
  public void crash() {
    if (isRunning()) {
      scheduler.say("crashes " + name);
      crashed = true;
      pauseUntil(0);
      List<Strand> dead = List.copyOf(strands);
      strands.clear();
      scheduler.unwind(dead);
    }
  }

  /** Starts it again, after a crash or when it has ended. */
  public void restart() {
    restartAfter(Duration.ZERO);
  }

  /** The same, some time from now. */
  public void restartAfter(Duration delay) {
    if (isRunning()) {
      throw new IllegalStateException(name + " is running; crash it first");
    }
    scheduler.say("restarts " + name + " after " + delay);
    crashed = false;
    incarnation++;
    random = simulation.random(name + " " + incarnation);
    strands.clear();
    start(scheduler.nowMicros() + delay.toNanos() / 1_000);
  }

  /** Whether it was started and has neither crashed nor ended. */
  public boolean isRunning() {
    return strands.stream().anyMatch(strand -> !strand.done);
  }

  boolean isCrashed() {
    return crashed;
  }

  boolean isPausedAt(long now) {
    return pausedUntil > now;
  }

  long pausedUntil() {
    return pausedUntil;
  }

  @Override
  public String toString() {
    return name;
  }
}
