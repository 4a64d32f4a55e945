package dev.cairn.simulation.chaos;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.internal.turn.TurnRules;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.workload.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shows that the scenario of turns fails for processes with one rule of turns broken. */
class TurnMutantsTest {
  private static final int MOST_SEEDS = 12_000;

  @RegisterExtension final Seed seed = Seed.ofRun();

  private static final class Following extends TurnScenario {
    private final TurnRules rules;

    Following(TurnRules rules) {
      this.rules = rules;
    }

    @Override
    TurnRules rules() {
      return rules;
    }
  }

  private void assertCaught(String mutant, Scenario scenario, String why) {
    MutantHunt.assertCaught(mutant, scenario, InMemoryBackend::new, seed.value(), MOST_SEEDS, why);
  }

  @Test
  void theRulesAsTheyAreHold() {
    TurnScenario scenario = new TurnScenario();
    new Chaos(InMemoryBackend::new, List.of(scenario)).run(seed.value(), 400);
    assertTrue(scenario.lists() > 100, () -> "only %d lists".formatted(scenario.lists()));
  }

  @Test
  void waitingIndefinitelyForADeadFirstIsSeen() {
    assertCaught(
        "waits for a dead first",
        // Longer than any commit is tried.
        new Following(TurnRules.DEFAULT.withPatience(Duration.ofSeconds(40))),
        "waited PT.* for its turn");
  }

  @Test
  void droppingALiveFirstAtOnceIsSeen() {
    assertCaught(
        "drops a live first",
        new Following(TurnRules.DEFAULT.withPatience(Duration.ZERO)),
        "acted out of turn");
  }

  @Test
  void twoProcessesThatActAsFirstAreSeen() {
    assertCaught(
        "two act as first", new Following(TurnRules.DEFAULT.withFirsts(2)), "acted out of turn");
  }

  @Test
  void swappingAgainAfterAFenceIsSeen() {
    assertCaught(
        "swaps again after a fence",
        connected(TurnMutantsTest::takesFencesForJoins),
        "a commit prepared on version \\d+ was applied on version");
  }

  @Test
  void swappingAgainAfterATombstoneIsSeen() {
    MutantHunt.assertCaught(
        "swaps again after a tombstone",
        new LivesScenario(),
        () -> takesTombstonesForJoins(new InMemoryBackend()),
        seed.value(),
        MOST_SEEDS,
        // Commits of a life that has ended show up in the next one, or end it.
        "was deleted and came back|version went down|no order of the calls explains");
  }

  private static Scenario connected(UnaryOperator<Backend> worse) {
    return new TurnScenario() {
      @Override
      Backend connection(Actor self, Backend reached) {
        return worse.apply(super.connection(self, reached));
      }
    };
  }

  /** Hides from the engine that a row was fenced: the version looks as it was. */
  private static Backend takesFencesForJoins(Backend reached) {
    return new ForwardingBackend(reached) {
      @Override
      public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
        CasResult<ReferenceRow> result = super.swapReference(expected, next);
        return result instanceof CasResult.Conflict<ReferenceRow> conflict
                && conflict.row().isPresent()
                && conflict.row().get().version() == next.version()
                && !conflict.row().get().headId().equals(next.headId())
            ? CasResult.conflictWith(unchanged(conflict.row().get(), next))
            : result;
      }
    };
  }

  // If the row has another head, the engine sees that; if only the version differs, it was fenced.
  private static ReferenceRow unchanged(ReferenceRow found, ReferenceRow next) {
    return new ReferenceRow(
        found.key(),
        found.headId(),
        next.version() - 1,
        found.token(),
        found.createdAtMicros(),
        found.earlierHeads(),
        OptionalLong.empty());
  }

  /** Hides from the engine that a reference was deleted. */
  private static Backend takesTombstonesForJoins(Backend store) {
    return new ForwardingBackend(store) {
      @Override
      public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
        CasResult<ReferenceRow> result = super.swapReference(expected, next);
        return result instanceof CasResult.Conflict<ReferenceRow> conflict
                && conflict.row().filter(ReferenceRow::isTombstone).isPresent()
                && !next.isTombstone()
            ? CasResult.conflictWith(unchanged(conflict.row().get(), next))
            : result;
      }
    };
  }
}
