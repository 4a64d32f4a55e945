package dev.cairn.simulation.broken;

import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.store.Store;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.idempotency.WindowContract;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Rules of idempotency that are forgotten on purpose, with the tests that have to notice. */
@SuppressWarnings("ImmutableEnumChecker") // Functions and sets of names do not change.
enum IdempotencyVariant {
  FINALIZE_WITHOUT_TOKEN(
      BrokenIdempotency::finalizesWithoutToken,
      UnaryOperator.identity(),
      UnaryOperator.identity(),
      "aLapsedLeaseIsTakenOverAndFencesTheOwnerBefore"),
  TAKEOVER_FORGETS_RECONCILE(
      UnaryOperator.identity(),
      UnaryOperator.identity(),
      BrokenIdempotency::forgetsToReconcile,
      "anOwnerThatDiesBetweenCommitAndEndHasCommittedOnce",
      "theReconcilerIsAskedAfterATakeoverAndOnlyThen",
      "aFailureAfterATakeoverIsFinalForTheSlowEarlierOwnerToo"),
  KEY_DROPPED_EARLY(
      BrokenIdempotency::dropsKeysEarly,
      UnaryOperator.identity(),
      UnaryOperator.identity(),
      "aKeyIsAppliedOnceAndEveryCallerGetsTheFirstResult",
      "whoLosesTheRaceForAKeyGetsTheResultOfTheWinner",
      "aKeyIsKnownForAsLongAsItsRecordIsKept",
      "anOwnerThatDiesBetweenCommitAndEndHasCommittedOnce",
      "aSlowEarlierOwnerGetsTheResultOfTheNewOne"),
  WATERMARK_IGNORED(
      BrokenIdempotency::ignoresWatermark,
      UnaryOperator.identity(),
      UnaryOperator.identity(),
      "aKeyOlderThanTheWatermarkIsRefusedAndNotExecuted",
      "aKeyThatNeverWasAppliedIsRefusedAsWell"),
  WINDOW_EXPIRED_EXECUTES(
      UnaryOperator.identity(),
      BrokenKeyedStores::executesWhatIsExpired,
      UnaryOperator.identity(),
      "aKeyOlderThanTheWatermarkIsRefusedAndNotExecuted",
      "aKeyThatNeverWasAppliedIsRefusedAsWell",
      "aCommitSubmittedAfterItsDeadlineIsRefused",
      "keysOfALostLifeAreUnknownAndRefused",
      "anOwnerThatStandsStillPastItsDeadlineDoesNotCommit",
      "anOwnerWhoseWindowIsOverGetsWindowExpiredAndNothingIsReleased"),
  FAILURE_WITHOUT_THE_HEAD(
      UnaryOperator.identity(),
      BrokenKeyedStores::failsWithoutTheHead,
      UnaryOperator.identity(),
      "aRecordedFailureKeepsASlowOwnerFromCommitting",
      "aFailureAfterATakeoverIsFinalForTheSlowEarlierOwnerToo",
      "aFailureFencesNamedStepsToo",
      "aRefusalAfterAnOwnUnknownAttemptIsRecordedBeforeItIsSent"),
  STEPS_IGNORE_FAILURES(
      UnaryOperator.identity(),
      BrokenKeyedStores::stepsIgnoreFailures,
      UnaryOperator.identity(),
      "aFailureFencesNamedStepsToo",
      "aFailureFencesEveryReferenceThatItsOwnerTried",
      "aRecordedFailureIsTheResultOfEveryStep"),
  EXPIRY_WITHOUT_SKEW(
      UnaryOperator.identity(),
      UnaryOperator.identity(),
      UnaryOperator.identity(),
      "aRecordIsKeptForLifetimeGraceAndSkewFromItsFirstAcceptance",
      "aLeaseLapsesOnlyWhenItIsOverByEveryClock"),
  NEW_LIFE_FORGETS_KEYS(
      BrokenIdempotency::forgetsKeysOfEarlierLives,
      UnaryOperator.identity(),
      UnaryOperator.identity(),
      "aKeyOfAnEarlierLifeIsKnownInTheNext"),
  WATERMARK_FOLLOWS_EVERY_CLOCK(
      sound -> BrokenIdempotency.followsEveryClock(sound, WindowContract.WINDOW),
      UnaryOperator.identity(),
      UnaryOperator.identity(),
      "oneClockThatIsAheadRefusesNoRequest",
      "aClockThatIsAheadRefusesNoKeysAfterARestart"),
  RESET_FORGETS_KEYS(
      BrokenIdempotency::resetsKeys,
      UnaryOperator.identity(),
      UnaryOperator.identity(),
      "aResetKeepsAppliedKeys");

  private final UnaryOperator<Backend> connection;
  private final UnaryOperator<Store> store;
  private final UnaryOperator<IdempotencyStore> records;
  private final Set<String> caughtBy;

  IdempotencyVariant(
      UnaryOperator<Backend> connection,
      UnaryOperator<Store> store,
      UnaryOperator<IdempotencyStore> records,
      String... caughtBy) {
    this.connection = connection;
    this.store = store;
    this.records = records;
    this.caughtBy = Set.of(caughtBy);
  }

  Backend open() {
    return connection.apply(new InMemoryBackend());
  }

  Store storeOf(Store sound) {
    return store.apply(sound);
  }

  IdempotencyStore recordsOf(IdempotencyStore sound) {
    return records.apply(sound);
  }

  /** The names of the tests that have to fail, each of them. */
  Set<String> caughtBy() {
    return caughtBy;
  }
}
