package dev.cairn.simulation.broken;

import dev.cairn.api.spi.Backend;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Ways in which instances on one store are broken, with the tests that have to notice. */
@SuppressWarnings("ImmutableEnumChecker") // Constructors and sets of names do not change.
enum SharedVariant {
  STRONG_READS_A_SECOND_OLD(
      BrokenSharing.SecondOld::new,
      "strongReadsSeeWhatOtherBackendsWroteBeforeTheyBegan",
      "strongReadsOfSeveralBackendsNeverGoBackInTime"),
  READS_GO_BACK_IN_TIME(
      BrokenSharing.OldTransaction::new,
      "strongReadsSeeWhatOtherBackendsWroteBeforeTheyBegan",
      "strongReadsOfSeveralBackendsNeverGoBackInTime"),
  STORES_OF_THEIR_OWN(
      BrokenSharing.OwnStore::new,
      "whatOneBackendWroteAnotherReadsAndMayChange",
      "rowsOutliveTheBackendThatWroteThem",
      "scanGoesOnInAnotherBackend",
      "backendsThatSwapOneRowCountExactly"),
  CLOSING_DENIES_WHAT_IS_UNDER_WAY(
      BrokenSharing.ClosesUnderCalls::new, "whatABackendRefusesBecauseItClosesWasNotDone"),
  SWAP_COMPARES_NOTHING(
      BrokenSharing.ForgetsToCompare::new,
      "whatClientsOfSeveralBackendsHearOfObjectsHasASequentialExplanation",
      "whatClientsOfSeveralBackendsHearOfReferencesHasASequentialExplanation");

  private final UnaryOperator<Backend> instance;
  private final Set<String> caughtBy;

  SharedVariant(UnaryOperator<Backend> instance, String... caughtBy) {
    this.instance = instance;
    this.caughtBy = Set.of(caughtBy);
  }

  /** A new instance that is broken in this way, on {@code store}. */
  Backend open(Backend store) {
    return instance.apply(store);
  }

  /** The names of the tests that have to fail, each of them; every test is named somewhere. */
  Set<String> caughtBy() {
    return caughtBy;
  }
}
