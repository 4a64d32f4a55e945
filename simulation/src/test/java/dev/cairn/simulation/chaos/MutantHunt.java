package dev.cairn.simulation.chaos;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Details;
import dev.cairn.testkit.workload.ChaosTally;
import dev.cairn.testkit.workload.Scenario;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Runs a scenario with one rule broken until it shows a violation that the broken rule explains.
 *
 * <p>A broken rule shows in several ways, and which one comes first depends on the seed: an engine
 * whose rows go back may meet its own check before the scenario meets its. So a violation of
 * another kind neither proves the scenario nor fails the proof, and the next seed is tried.
 */
final class MutantHunt {
  private MutantHunt() {}

  /**
   * Fails unless one of {@code mostSeeds} schedules shows a violation that matches {@code why}.
   *
   * @param why a regular expression for a part of what the scenario reports
   */
  static void assertCaught(
      String mutant,
      Scenario scenario,
      Supplier<Backend> stores,
      long firstSeed,
      int mostSeeds,
      String why) {
    Pattern expected = Pattern.compile(why);
    TreeSet<String> others = new TreeSet<>();
    for (int i = 0; i < mostSeeds; i++) {
      Optional<String> violation = violation(scenario, stores, firstSeed + i);
      if (violation.filter(reason -> expected.matcher(reason).find()).isPresent()) {
        Details.print("%s: caught after %d schedules".formatted(mutant, i + 1));
        return;
      }
      violation.flatMap(reason -> reason.lines().findFirst()).ifPresent(others::add);
    }
    throw new AssertionError(
        "%s: none of %d schedules from seed %d shows '%s'; other violations: %s"
            .formatted(mutant, mostSeeds, firstSeed, why, others));
  }

  private static Optional<String> violation(
      Scenario scenario, Supplier<Backend> stores, long seed) {
    try {
      scenario.run(seed, stores, new ChaosTally());
      return Optional.empty();
    } catch (AssertionError e) {
      // Before the trace, in which any word may occur.
      return Optional.of(String.valueOf(e.getMessage()).split("steps before", 2)[0]);
    }
  }
}
