package dev.cairn.simulation.sim;

import java.util.List;

/** A simulation in which something went wrong, with all that is needed to see it again. */
public final class SimulationFailure extends AssertionError {
  private static final int SHOWN = 60;

  private final long seed;
  private final transient Schedule schedule;
  private final transient List<String> trace;

  SimulationFailure(
      long seed, Schedule schedule, List<String> trace, String note, Throwable cause) {
    super(message(seed, schedule, trace, note, cause), cause);
    this.seed = seed;
    this.schedule = schedule;
    this.trace = List.copyOf(trace);
  }

  private static String message(
      long seed, Schedule schedule, List<String> trace, String note, Throwable cause) {
    int hidden = Math.max(0, trace.size() - SHOWN);
    return "simulation with seed %d, %d choices: %s%s%n%s%s"
        .formatted(
            seed,
            schedule.length(),
            cause,
            note,
            hidden == 0 ? "" : "  ... " + hidden + " steps before\n",
            String.join("\n", trace.subList(hidden, trace.size())));
  }

  /** The seed that replays it. */
  public long seed() {
    return seed;
  }

  /** Whose turn it was until it failed. */
  public Schedule schedule() {
    return schedule;
  }

  /** Every step until it failed. */
  public List<String> trace() {
    return trace;
  }
}
