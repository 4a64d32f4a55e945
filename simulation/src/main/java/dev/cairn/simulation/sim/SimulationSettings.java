package dev.cairn.simulation.sim;

import java.time.Duration;
import java.util.Optional;

/**
 * How a simulation runs.
 *
 * @param maxSteps after how many steps it is taken for one that never ends
 * @param maxStep how much simulated time a step takes at most
 * @param patience how long, in real time, one step may take before the actor is taken for lost
 * @param traced whether every step is written down
 * @param replay whose turn it is, as an earlier run recorded it
 */
public record SimulationSettings(
    long maxSteps, Duration maxStep, Duration patience, boolean traced, Optional<Schedule> replay) {
  /** A million steps of up to 100 microseconds, each of which may really take ten seconds. */
  public static final SimulationSettings DEFAULT =
      new SimulationSettings(
          1_000_000, Duration.ofNanos(100_000), Duration.ofSeconds(10), false, Optional.empty());

  /** Checks the numbers. */
  public SimulationSettings {
    if (maxSteps < 1 || maxStep.isNegative() || patience.isNegative() || patience.isZero()) {
      throw new IllegalArgumentException(
          "a simulation has one step or more, and time for them: %d steps, %s, %s"
              .formatted(maxSteps, maxStep, patience));
    }
  }

  /** The same with another bound of steps. */
  public SimulationSettings withMaxSteps(long steps) {
    return new SimulationSettings(steps, maxStep, patience, traced, replay);
  }

  /** The same with other steps: what takes long in the simulated world needs longer ones. */
  public SimulationSettings withMaxStep(Duration step) {
    return new SimulationSettings(maxSteps, step, patience, traced, replay);
  }

  /** The same with another bound of real time for a step. */
  public SimulationSettings withPatience(Duration time) {
    return new SimulationSettings(maxSteps, maxStep, time, traced, replay);
  }

  /** The same with every step written down. */
  public SimulationSettings withTrace() {
    return new SimulationSettings(maxSteps, maxStep, patience, true, replay);
  }

  /** The same, but turns are taken as in {@code schedule}, and drawn only after its end. */
  public SimulationSettings replaying(Schedule schedule) {
    return new SimulationSettings(maxSteps, maxStep, patience, traced, Optional.of(schedule));
  }
}
