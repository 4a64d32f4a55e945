package dev.cairn.simulation.sim;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Does harm to other actors, as long as they run: pauses, crashes with a restart, jumps and drift
 * of their clocks. It goes into the background:
 *
 * <pre>{@code
 * sim.background("nemesis", Nemesis.of(actors).every(Duration.ofMillis(50)));
 * }</pre>
 */
public final class Nemesis implements Actor.Body {
  private final List<Actor> victims;
  private final Duration period;
  private final Duration longest;
  private final Duration farthestJump;
  private final int crashes;

  private Nemesis(
      List<Actor> victims, Duration period, Duration longest, Duration jump, int crashes) {
    this.victims = victims;
    this.period = period;
    this.longest = longest;
    this.farthestJump = jump;
    this.crashes = crashes;
  }

  /**
   * Strikes about every 5 milliseconds: pauses and restarts of up to half a second, clocks that
   * jump by up to half a second, and at most five crashes in all.
   */
  public static Nemesis of(List<Actor> victims) {
    Duration half = Duration.ofMillis(500);
    return new Nemesis(List.copyOf(victims), Duration.ofMillis(5), half, half, 5);
  }

  /** The same with other times between strikes, on average. */
  public Nemesis every(Duration average) {
    return new Nemesis(victims, average, longest, farthestJump, crashes);
  }

  /** The same with pauses and waits for a restart of up to {@code duration}. */
  public Nemesis pausingUpTo(Duration duration) {
    return new Nemesis(victims, period, duration, farthestJump, crashes);
  }

  /** The same with clocks that jump by up to {@code jump}; with zero they are exact. */
  public Nemesis jumpingUpTo(Duration jump) {
    return new Nemesis(victims, period, longest, jump, crashes);
  }

  /** The same with at most this many crashes. */
  public Nemesis crashing(int times) {
    return new Nemesis(victims, period, longest, farthestJump, times);
  }

  @Override
  public void run(Actor self) {
    RandomGenerator random = self.random();
    int crashesLeft = crashes;
    while (true) {
      self.sleep(upTo(period.multipliedBy(2), random));
      Actor victim = victims.get(random.nextInt(victims.size()));
      int choice = random.nextInt(10);
      if (!victim.isRunning()) {
        continue;
      }
      if (choice < 4) {
        victim.pauseFor(upTo(longest, random));
      } else if (choice < 6 && crashesLeft > 0) {
        crashesLeft--;
        victim.crash();
        victim.restartAfter(upTo(longest, random));
      } else if (!farthestJump.isZero()) {
        strikeClock(victim, random);
      }
    }
  }

  private void strikeClock(Actor victim, RandomGenerator random) {
    if (random.nextInt(3) == 0) {
      victim.clock().drift(random.nextInt(-50_000, 50_000));
    } else {
      Duration jump = upTo(farthestJump, random);
      victim.clock().jump(random.nextBoolean() ? jump : jump.negated());
    }
    victim.say("strikes the clock of " + victim + ": " + victim.clock());
  }

  private static Duration upTo(Duration most, RandomGenerator random) {
    return Duration.ofNanos(random.nextLong(most.toNanos() + 1));
  }
}
