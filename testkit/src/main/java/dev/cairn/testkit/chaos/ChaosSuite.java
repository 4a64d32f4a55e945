package dev.cairn.testkit.chaos;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Scale;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.fault.Fault;
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
  private static final List<Scenario> SCENARIOS =
      List.of(
          new RowScenario(),
          new AppendScenario(),
          new LeaseScenario(),
          new TaskScenario(),
          new IdScenario(),
          new EngineScenario(),
          new LivesScenario(),
          new IdempotencyScenario(),
          new CollectionScenario(),
          new EngineThreadScenario(),
          new ThreadScenario());

  @RegisterExtension final Seed seed = Seed.ofRun();

  /** A store that is empty. The one opened before is not used any more. */
  protected abstract Backend openEmpty();

  /** With how many seeds every build tries the scenarios: at least 100, to try each of them. */
  protected abstract int rounds();

  @Test
  final void everyScenarioHoldsWhateverGoesWrong() {
    Chaos chaos = new Chaos(this::openEmpty, SCENARIOS);
    Duration duration = Chaos.ofRun();
    if (duration.isZero()) {
      chaos.run(seed.value(), rounds() * Scale.ofRun());
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
