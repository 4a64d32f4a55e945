package dev.cairn.simulation.chaos;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Details;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.workload.ChaosTally;
import dev.cairn.testkit.workload.EngineThreadScenario;
import dev.cairn.testkit.workload.RecordThreadScenario;
import dev.cairn.testkit.workload.Scenario;
import dev.cairn.testkit.workload.ThreadScenario;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * All scenarios on a backend: briefly in every build, for long with {@code -Pchaos}.
 *
 * <p>For backends that run in this process and can be opened empty in milliseconds; others show the
 * same on real threads, in {@link dev.cairn.testkit.engine.EngineFaultContract}.
 */
public abstract class ChaosSuite {
  private static final Scenario REQUESTS = new IdempotencyScenario();
  private static final List<Scenario> SCENARIOS =
      List.of(
          new RowScenario(),
          new AppendScenario(),
          new LeaseScenario(),
          new TaskScenario(),
          new IdScenario(),
          new EngineScenario(),
          new LivesScenario(),
          new TurnScenario(),
          REQUESTS,
          new RecordScenario(),
          new RecordThreadScenario(),
          new CollectionScenario(),
          new EngineThreadScenario(),
          new ThreadScenario());

  @RegisterExtension final Seed seed = Seed.ofRun();

  /** A store that is empty. The one opened before is not used any more. */
  protected abstract Backend openEmpty();

  /** With how many seeds every build tries the scenarios: at least 100, to try each of them. */
  protected abstract int rounds();

  /** How many requests with keys every build simulates at least, with as many seeds as it takes. */
  protected int requests() {
    return 0;
  }

  @Test
  final void everyScenarioHoldsWhateverGoesWrong() {
    Chaos chaos = new Chaos(this::openEmpty, SCENARIOS);
    Duration duration = Chaos.ofRun();
    if (duration.isZero()) {
      int rounds = rounds() * Scale.ofRun();
      chaos.run(seed.value(), rounds);
      simulateRequests(chaos, seed.value() + rounds);
    } else {
      chaos.run(seed.value(), duration);
    }
    SCENARIOS.forEach(scenario -> assertSomethingHappened(chaos, scenario));
  }

  private void simulateRequests(Chaos chaos, long firstSeed) {
    chaos.goOn(REQUESTS, firstSeed, requests());
    long simulated = chaos.tally(REQUESTS.name()).operations();
    Details.print("%,d requests with keys simulated, none took effect twice".formatted(simulated));
    assertTrue(simulated >= requests(), () -> "only %,d requests".formatted(simulated));
  }

  private static void assertSomethingHappened(Chaos chaos, Scenario scenario) {
    ChaosTally tally = chaos.tally(scenario.name());
    assertTrue(tally.operations() > 5 * tally.runs(), () -> scenario.name() + ": " + tally);
    assertTrue(tally.of(Fault.REPLY_LOST) > 0, () -> scenario.name() + ": " + tally);
  }
}
