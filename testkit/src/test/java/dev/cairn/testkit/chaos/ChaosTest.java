package dev.cairn.testkit.chaos;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.fault.Fault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All scenarios on the in-memory backend: briefly in every build, for long with -Pchaos. */
class ChaosTest {
  private static final List<Scenario> SCENARIOS =
      List.of(
          new RowScenario(),
          new AppendScenario(),
          new LeaseScenario(),
          new IdScenario(),
          new EngineScenario(),
          new LivesScenario(),
          new IdempotencyScenario(),
          new EngineThreadScenario(),
          new ThreadScenario());

  private static final int ROUNDS = 500;

  @RegisterExtension final Seed seed = Seed.ofRun();

  @Test
  void everyScenarioHoldsWhateverGoesWrong() {
    Chaos chaos = new Chaos(InMemoryBackend::new, SCENARIOS);
    Duration duration = Chaos.ofRun();
    if (duration.isZero()) {
      chaos.run(seed.value(), ROUNDS * Scale.ofRun());
    } else {
      chaos.run(seed.value(), duration);
    }
    SCENARIOS.forEach(scenario -> assertSomethingHappened(chaos, scenario));
  }

  private static void assertSomethingHappened(Chaos chaos, Scenario scenario) {
    Tally tally = chaos.tally(scenario.name());
    assertTrue(tally.operations() > 5 * tally.runs(), () -> scenario.name() + ": " + tally);
    assertTrue(tally.of(Fault.REPLY_LOST) > 0, () -> scenario.name() + ": " + tally);
  }
}
