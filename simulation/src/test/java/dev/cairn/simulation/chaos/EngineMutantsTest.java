package dev.cairn.simulation.chaos;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.store.Store;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.simulation.sim.Actor;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultPlan;
import dev.cairn.testkit.fault.RandomFaults;
import dev.cairn.testkit.workload.Scenario;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shows that the engine's scenarios fail for engines with one rule broken. */
class EngineMutantsTest {
  private static final int MOST_SEEDS = 12_000;

  // One broken rule shows in several ways, whichever comes first: a write given up that lands after
  // all is a commit applied twice, or one reported not applied, or one with another ID than its
  // caller was told. So each mutant may show in any of the ways of its kind.
  private static final String FATE =
      "applied twice|was reported not applied|was told the ID|was acknowledged and is lost";
  private static final String STATE = "no place for|was given version \\d+ after \\d+|" + FATE;
  private static final String OBJECTS = "is incomplete|is missing|there is no object|" + FATE;

  @RegisterExtension final Seed seed = Seed.ofRun();

  private void assertCaught(
      String mutant, Scenario scenario, Supplier<Backend> stores, String why) {
    MutantHunt.assertCaught(mutant, scenario, stores, seed.value(), MOST_SEEDS, why);
  }

  private void assertConnectionCaught(String mutant, UnaryOperator<Backend> worse, String why) {
    assertCaught(mutant, stormy(worse), InMemoryBackend::new, why);
  }

  private static Scenario stormy(UnaryOperator<Backend> worse) {
    return new EngineScenario() {
      // The engine gives up only after six lost replies in a row.
      @Override
      protected FaultPlan plan(Random random) {
        return RandomFaults.every(0.01)
            .with(Operation.SWAP_REFERENCE, Fault.DELAYED, 0.5)
            .with(Operation.SWAP_REFERENCE, Fault.REQUEST_LOST, 0.3)
            .seeded(random.nextLong());
      }

      @Override
      Backend connection(Actor self, Backend reached) {
        return worse.apply(reached);
      }
    };
  }

  private void assertStoreCaught(String mutant, BiFunction<Actor, Store, Store> worse, String why) {
    Scenario scenario =
        new EngineScenario() {
          @Override
          Store store(Actor self, Store sound) {
            return worse.apply(self, sound);
          }
        };
    assertCaught(mutant, scenario, InMemoryBackend::new, why);
  }

  @Test
  void theEngineAsItIsHoldsInTheSameStorms() {
    Chaos chaos = new Chaos(InMemoryBackend::new, List.of(stormy(UnaryOperator.identity())));
    chaos.run(seed.value(), 200);
  }

  @Test
  void skippingTheSettleCheckAppliesTwice() {
    assertConnectionCaught("skips the settle check", MutantConnections::skipsSettling, FATE);
  }

  @Test
  void retryingAnUnknownBlindlyAppliesTwice() {
    assertConnectionCaught("retries an unknown blindly", MutantConnections::retriesBlindly, FATE);
  }

  @Test
  void givingUpWithoutAFenceAppliesWhatWasGivenUp() {
    assertConnectionCaught(
        "gives up without a fence", MutantConnections::givesUpWithoutFence, FATE);
  }

  @Test
  void deletingObjectsOfAnUnknownAttemptLosesThem() {
    assertConnectionCaught(
        "deletes objects in doubt", MutantConnections::deletesObjectsInDoubt, OBJECTS);
  }

  @Test
  void answeringFromARememberedHeadTellsOldStates() {
    assertConnectionCaught(
        "answers from a remembered head", MutantConnections::answersFromMemory, STATE);
  }

  @Test
  void releasingAFailureEarlyTellsOfStatesThatNeverWere() {
    assertStoreCaught(
        "releases failures early",
        (self, sound) -> MutantStores.releasesFailuresEarly(sound, self.waiter()),
        STATE);
  }

  @Test
  void releasingTheFailureOfALostGroupTellsOfStatesThatNeverWere() {
    assertStoreCaught(
        "releases failures of lost groups",
        (self, sound) -> MutantStores.releasesFailuresOfLostGroups(sound),
        STATE);
  }

  @Test
  void acceptingALowerVersionGoesBack() {
    assertStoreCaught(
        "accepts a lower version",
        (self, sound) -> MutantStores.acceptsLowerVersions(sound),
        STATE);
  }

  @Test
  void tellingThatACommitNotFoundWasNotAppliedIsWrongLater() {
    assertStoreCaught(
        "says not applied", (self, sound) -> MutantStores.saysNotApplied(sound), FATE);
  }

  @Test
  void aDelayedCreateThatRevivesADeletedReferenceIsSeen() {
    assertCaught(
        "a delayed create revives",
        new LivesScenario(),
        () -> MutantConnections.insertsOverTombstones(new InMemoryBackend()),
        // It begins at version 1 again and forgets the line of heads.
        "was deleted and came back|version went down|the status of \\d+ .* is UNKNOWN|" + STATE);
  }
}
