package dev.cairn.simulation.chaos;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.simulation.broken.BrokenIdempotency;
import dev.cairn.simulation.broken.BrokenKeyedStores;
import dev.cairn.testkit.Details;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.workload.Scenario;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shows that the scenario fails with a rule of idempotency forgotten. */
class IdempotencyMutantsTest {
  private static final int MOST_SEEDS = 12_000;

  @RegisterExtension final Seed seed = Seed.ofRun();

  private void assertCaught(
      String mutant,
      UnaryOperator<Backend> connection,
      UnaryOperator<Store> store,
      UnaryOperator<IdempotencyStore> records) {
    Scenario scenario =
        new IdempotencyScenario() {
          @Override
          Backend connection(Backend reached) {
            return connection.apply(reached);
          }

          @Override
          boolean isAboutFailures() {
            return true;
          }

          @Override
          Store store(Store sound) {
            return store.apply(sound);
          }

          @Override
          IdempotencyStore records(IdempotencyStore sound) {
            return records.apply(sound);
          }
        };
    Chaos chaos = new Chaos(InMemoryBackend::new, List.of(scenario));
    AssertionError caught =
        assertThrows(AssertionError.class, () -> chaos.run(seed.value(), MOST_SEEDS));
    // Before the trace, in which any word may occur.
    String reason = caught.getMessage().split("steps before", 2)[0];
    assertTrue(
        reason.matches("(?s).*(took effect \\d+ times|were told different outcomes).*"), reason);
    Details.print(
        "%s: caught after %d schedules".formatted(mutant, chaos.tally(scenario.name()).runs() + 1));
  }

  @Test
  void finalizingWithoutTheTokenTellsTwoOutcomes() {
    assertCaught(
        "finalizes without the token",
        BrokenIdempotency::finalizesWithoutToken,
        UnaryOperator.identity(),
        UnaryOperator.identity());
  }

  @Test
  void aTakeoverThatForgetsToReconcileTellsWhatIsNotTrue() {
    assertCaught(
        "forgets to reconcile",
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        BrokenIdempotency::forgetsToReconcile);
  }

  @Test
  void keysThatAreDroppedEarlyTakeEffectTwice() {
    assertCaught(
        "drops keys early",
        BrokenIdempotency::dropsKeysEarly,
        UnaryOperator.identity(),
        UnaryOperator.identity());
  }

  @Test
  void stepsThatIgnoreAFailureTakeEffectAfterIt() {
    assertCaught(
        "ignores failures in steps with a name",
        UnaryOperator.identity(),
        BrokenKeyedStores::stepsIgnoreFailures,
        UnaryOperator.identity());
  }

  @Test
  void aFailureThatIsNotRecordedIsNotTheLastWord() {
    assertCaught(
        "fails without the head",
        UnaryOperator.identity(),
        BrokenKeyedStores::failsWithoutTheHead,
        UnaryOperator.identity());
  }
}
