package dev.cairn.simulation.chaos;

import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.simulation.broken.BrokenIdempotency;
import dev.cairn.simulation.broken.BrokenKeyedStores;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.workload.Scenario;
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
    MutantHunt.assertCaught(
        mutant,
        scenario,
        InMemoryBackend::new,
        seed.value(),
        MOST_SEEDS,
        "took effect \\d+ times|were told different outcomes");
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
