package dev.cairn.simulation.chaos;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Details;
import dev.cairn.testkit.workload.ChaosTally;
import dev.cairn.testkit.workload.Scenario;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Tries scenarios with one seed after the other, and says what happened.
 *
 * <p>Every build does a fixed number of runs. {@code mvn verify -Pchaos -Dchaos.minutes=30} goes on
 * for that long, and {@code -Dcairn.test.seed} begins with the seed of a run that failed.
 */
public final class Chaos {
  /** The system property that says for how many minutes to go on; 0 in every build. */
  public static final String MINUTES = "chaos.minutes";

  private final Supplier<Backend> stores;
  private final List<Scenario> scenarios;
  private final Map<String, ChaosTally> tallies = new LinkedHashMap<>();

  /**
   * @param stores opens a store that is empty
   */
  public Chaos(Supplier<Backend> stores, List<Scenario> scenarios) {
    this.stores = stores;
    this.scenarios = List.copyOf(scenarios);
    scenarios.forEach(scenario -> tallies.put(scenario.name(), new ChaosTally()));
  }

  /** For how long this run goes on; zero if nothing is said. */
  public static Duration ofRun() {
    String minutes = System.getProperty(MINUTES, "0").strip();
    if (!minutes.matches("[0-9]{1,5}")) {
      throw new IllegalArgumentException(
          "%s is '%s'; give a whole number of minutes".formatted(MINUTES, minutes));
    }
    return Duration.ofMinutes(Long.parseLong(minutes));
  }

  /** Tries each scenario with {@code count} seeds, from {@code firstSeed} on. */
  public void run(long firstSeed, int count) {
    for (int i = 0; i < count; i++) {
      round(firstSeed + i);
    }
    report(firstSeed, firstSeed + count - 1);
  }

  /** Tries scenarios with one seed after the other until {@code duration} is over. */
  public void run(long firstSeed, Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    long nextReport = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    long seed = firstSeed;
    do {
      round(seed++);
      if (System.nanoTime() > nextReport) {
        nextReport = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        report(firstSeed, seed - 1);
      }
    } while (System.nanoTime() < end);
    report(firstSeed, seed - 1);
  }

  /**
   * Tries one scenario with further seeds, from {@code firstSeed} on, until so many of its
   * operations were checked in all.
   */
  public void goOn(Scenario scenario, long firstSeed, long operations) {
    ChaosTally tally = tally(scenario.name());
    for (long seed = firstSeed; tally.operations() < operations; seed++) {
      run(scenario, seed);
    }
    Details.print("chaos, 0 violations of %s: %s".formatted(scenario.name(), tally));
  }

  private void round(long seed) {
    for (Scenario scenario : scenarios) {
      if (Math.floorMod(seed, scenario.oneSeedOf()) == 0) {
        run(scenario, seed);
      }
    }
  }

  private void run(Scenario scenario, long seed) {
    try {
      scenario.run(seed, stores, tally(scenario.name()));
    } catch (AssertionError e) {
      throw new AssertionError(
          "%s: %s%nreplay with -Dcairn.test.seed=%d; 1 violation after %s%n%s"
              .formatted(scenario.name(), broken(e), seed, tally(scenario.name()), e.getMessage()),
          e);
    }
  }

  // What is wrong comes before the pages that show how it came to be.
  private static String broken(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage()).lines().findFirst().orElse("") + kind(root);
  }

  private static String kind(Throwable root) {
    return root instanceof AssertionError ? "" : " (" + root.getClass().getSimpleName() + ")";
  }

  /** What happened in the runs of a scenario until now. */
  public ChaosTally tally(String scenario) {
    ChaosTally tally = tallies.get(scenario);
    if (tally == null) {
      throw new IllegalArgumentException(
          "there is no scenario '%s', only %s".formatted(scenario, tallies.keySet()));
    }
    return tally;
  }

  private void report(long first, long last) {
    Details.print("chaos, seeds %d to %d, 0 violations".formatted(first, last));
    tallies.forEach((name, tally) -> Details.print("  %s: %s".formatted(name, tally)));
  }
}
