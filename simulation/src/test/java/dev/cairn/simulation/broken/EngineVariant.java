package dev.cairn.simulation.broken;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.TestClock;
import java.util.Set;
import java.util.function.BiFunction;

/** Ways in which a backend is broken on purpose, with the tests of stores that have to notice. */
@SuppressWarnings("ImmutableEnumChecker") // Constructors and sets of names do not change.
enum EngineVariant {
  SWAP_APPLIED_WITHOUT_WRITING(
      BrokenStores.AppliedWithoutWriting::new,
      "aBranchHasTheStateOfItsSourceAndItsOwnHistory",
      "aBranchNeedsANewNameAndAHeadThatItsSourceHas",
      "aBranchRefusesRequestsThatItsSourceMayHaveApplied",
      "aCallerWithoutPatienceGetsUnknownAndItsRetryTheResult",
      "aChangeOfOneProcessMayRunWhileAnotherProcessCommits",
      "aChangeBringsPartsOfAnEarlierStateBack",
      "aChangeThatNoCallerWaitsForMayNotCommitEither",
      "aChangeThatRunsAgainMayDeriveAnotherValue",
      "aChangeThatRunsAgainPutsTheSamePreparedValue",
      "aChangeThatRunsAgainTooLateIsRefused",
      "aCommitThatIsNotInTheLogOrNotRetainedHasNoLogAfterIt",
      "aDeletedReferenceMayBecomeABranch",
      "aDerivedObjectOfAPreparedValueIsStoredWithIt",
      "aFollowerMissesAndRepeatsNothingWhileOthersCommit",
      "aKeyWhoseObjectIsLostIsAnError",
      "aLargeValueThatItsCallerEncodedIsStoredDespiteAConflict",
      "aLostReplyToTheSwapIsSettled",
      "aPageCostsWhatItShows",
      "aPreparedValueThatNothingRefersToIsRefusedInEveryRun",
      "aPreparedValueWhoseNeedsAreNotPutIsRefused",
      "aResetLeavesTheIndexesItNames",
      "aSnapshotGivesThePagesOfItsOwnStateOnly",
      "aSubmittedCommitThatIsWithdrawnLeavesItsKeyFree",
      "aTokenOfAnotherListingCutOrChangedIsRefused",
      "aTokenWhoseStateIsGoneHasExpired",
      "allCommitsThatDeriveFromOneObjectStoreTheSame",
      "allPagesOfALevelShowTheStateOfTheFirst",
      "allPagesOfCatalogsShowTheStateOfTheFirst",
      "allPagesOfTenantsShowTheStateOfTheFirst",
      "allPagesShowTheStateOfTheFirstWhateverIsCommittedBetweenThem",
      "anObjectThatIsOldOrMissingHasNone",
      "anUnknownReferenceAndAFailedRequestAreReportedThroughEveryForm",
      "claimsAreAddedByUpdatesAndReleasedOnlyByPurge",
      "closingAHandleWithdrawsItsOwnCommitsOnly",
      "commitsOfAGroupThatDeriveDifferentValuesAreDistinguished",
      "commitsOfAGroupThatPutTheSamePreparedValueAreIndependent",
      "commitsOfAllHandlesFormOneGroup",
      "equalAndNestedClaimsOfOtherCatalogsConflictAcrossTenants",
      "everyFormOfANestedCommitIsRefused",
      "handlesThatAreOpenedAndClosedForEveryCommitLoseNone",
      "largeValuesOfConcurrentCallersAreStoredAsTheyWerePut",
      "manyObjectsCostOneFetchForEachLevelAndOneForAllOfThem",
      "objectsAreFoundByTheirKeysAlsoInAChangeThatEditsThem",
      "ofProcessesThatClaimTheSameAtOnceOneGetsIt",
      "preparedValuesReferToEachOtherAndAreStoredByTheCommitThatPutsThem",
      "processesWithDifferentSizesOfIndexesReadAndWriteOneState",
      "severalCommitsMayPutIt",
      "submittedCommitsWithKeysShareASwapAndAreAppliedOnce",
      "theLogAfterAnyCommitIsCompleteAndInOrderInPagesOfAnySize",
      "theSameCallCompletesACreationThatStoppedMidway",
      "whatIsNoClaimIsRefused",
      "processesThatStartAtOnceHaveNodesOfTheirOwnAndCommitTogether",
      "aProcessWhoseClockIsOffReadsAndChangesNothing",
      "aProcessWhoseClockIsSetRightCommitsAgain",
      "theFirstCommitAfterThirtyIdleDaysIsAnOrdinaryOne",
      "theDatabasesOwnClockIsTheOneThatCounts",
      "aStateThatWasReadStaysWhatItWasWhileOthersCommit",
      "commitsThatDoNotFitIntoOneGroupAreAppliedInTheirOrder",
      "aFullQueueAndAClosedStoreRefuseWithoutApplying",
      "malformedTextFailsOnlyTheChangeThatHasIt",
      "aCallerMayWaitForEver",
      "anIndexThatLostItsLastKeyIsNamedNoMore",
      "leavingACommitThatHasEndedChangesNothing",
      "aCallerInterruptedInTheQueueGetsNotAppliedAndStaysInterrupted",
      "aCallerOutOfPatienceInTheQueueGetsNotApplied",
      "aReferenceIsCreatedOnceFoundListedAndDeletedOnce",
      "commitsThatRaceWithDeletionAreInTheLogOfTheLifeTheyName",
      "aReferenceCreatedBeforeACommitWasSubmittedIsFound",
      "aResetToWhatNeverWasOrIsTooOldIsRefused",
      "theLogTellsEveryCommitInPagesOfAnySize",
      "theFirstCommitOfAReferenceIsDoneOrNot",
      "aReferenceIsCreatedOrNot",
      "aReferenceIsDeletedOrNot",
      "aResetIsDoneOrNot"),
  SWAP_CONFLICT_AFTER_APPLYING(
      BrokenStores.ConflictAfterApplying::new,
      "aChangeThatFailedLeavesItsThreadFreeToCommit",
      "aCommitThatRefersToWhatThisProcessHasPutReadsNothing",
      "theLastHandleClosesTheStoreAndANewOneOpensItAgain",
      "noReaderSeesHalfOfACommitThatMovesAmountsAmongIndexes",
      "everyCommitOfManyThreadsAndStoresIsAppliedOnceAndInTheOrderOfItsCaller",
      "everyMemberOfAGroupSeesThoseBeforeItAndGetsItsOwnAnswer",
      "aCommitWithdrawnFromTheQueueIsNeverApplied",
      "aCommitWithdrawnWhileTheLeaderReachesForItIsNeverApplied",
      "aThreadThatIsInterruptedAlreadyGetsATrueAnswer",
      "aCommitOfAStoreThatKnowsTheStateIsDoneOrNot",
      "aCommitOfAStoreThatHasToReadFirstIsDoneOrNot",
      "aGroupIsDoneAsAWholeOrNotAtAll",
      "aCommitIsOneBulkWriteAndOneSwapAndReadsNothing",
      "whatCallersHearOfCommitsHasASequentialExplanationUnderFaults"),
  SWAP_UNAVAILABLE_AFTER_APPLYING(
      BrokenStores.UnavailableAfterApplying::new,
      "lostRepliesAndLateWritesLoseAndRepeatNothing",
      "noCallerGetsAStateThatNeverExisted",
      "onlyThoseWhoEditedAreLeftInDoubtWithTheirSwap",
      "aCommitWithACallThatFailsIsDoneOnceOrNotAtAll",
      "aCommitLeftOnceItWasTakenHasAnIdThatTellsWhatBecameOfIt",
      "aCallerOutOfPatienceOnceItsCommitWasTakenGetsUnknownWithItsId"),
  SWAP_IGNORES_TOKEN(
      BrokenReferences.SwapIgnoresToken::new,
      "aGroupThatLostItsRaceGetsTheStateItLostTo",
      "anEditRunsAgainOnTheStateItDidNotKnow",
      "aCommitLeftBeforeItsGroupLostARaceIsNotTriedAgain",
      "aCommitOnARememberedEarlierLifeGoesToTheNewOne",
      "aRememberedReferenceThatIsDeletedIsNotThere",
      "aReferenceDeletedOrCreatedAgainJustBeforeASwapIsNotMoved",
      "aCommitOfAStoreThatKnowsTheStateIsDoneOrNot",
      "aCommitThatLosesARaceIsDoneOrNot"),
  SWAP_KEEPS_TOKEN(
      BrokenReferences.SwapKeepsToken::new,
      "aGroupOfManyIsStillOneBulkWriteAndOneSwap",
      "aCommitOfAStoreThatKnowsTheStateIsDoneOrNot"),
  SWAP_CREATES(BrokenReferences.SwapCreates::new, "aCreateThatRacesTheRemovalOfATombstoneCreates"),
  SWAP_LOSES_UPDATES(
      BrokenRaces.LostReferenceUpdate::new,
      "everyCommitOfManyThreadsAndStoresIsAppliedOnceAndInTheOrderOfItsCaller"),
  SWAP_CONFLICTS_WITH_NOBODY(
      BrokenStores.ConflictsWithNobody::new,
      "operationsTakeTheRoundTripsThatAreClaimedAndTellTheirTimes",
      "aCommitIsOneBulkWriteAndOneSwapAndReadsNothing",
      "aGroupOfManyIsStillOneBulkWriteAndOneSwap"),
  READS_A_REPLICA_BEHIND(
      BrokenStores.ReplicaBehind::new,
      "aSlowReadBringsNoOldStateBack",
      "whatIsMissingInARememberedStateIsNotReportedMissing",
      "whatIsThereInARememberedStateIsNotReportedThere",
      "aResultWithoutAnEditIsNotTakenFromARememberedState",
      "aReadThatBeganBeforeACommitWasSubmittedIsNoProofForIt",
      "currentIsWhatOthersHaveFinishedAndRecentNeverGoesBack",
      "resultsWithoutAnEditCostOneReadForTheWholeGroup"),
  WRITE_FORGETS_ROWS(
      BrokenStores.RowsForgotten::new,
      "valuesLargerThanARowComeBackWhole",
      "aCommitOfThousandsOfEditsIsOneCommit",
      "aCommitOfManyRowsIsDoneOrNot"),
  INTERRUPTS_SWALLOWED(
      BrokenStores.InterruptsSwallowed::new,
      "aCallerInterruptedOnceItsCommitWasTakenGetsTheOutcomeAndStaysInterrupted"),
  LINE_OF_HEADS_DROPPED(
      BrokenReferences.EarlierHeadsDropped::new,
      "everyStateOfThePastIsFoundByItsHeadAndByItsTime",
      "aDiffOfTwoStatesTellsWhatEachHasUnderTheKeysThatDiffer",
      "aResetBringsAnEarlierStateBackAsANewHeadOfTheSameLine",
      "everyProcessFindsTheStatusOfACommitHoweverManyFollowed"),
  CREATED_AT_LOST(
      BrokenReferences.CreatedAtLost::new, "versionsRiseAndStatesBeginEmptyThroughManyLives"),
  TOMBSTONE_REMOVES(
      BrokenReferenceLives.TombstoneRemoves::new,
      "versionsRiseAndStatesBeginEmptyThroughManyLives",
      "aCommitOnARememberedEarlierLifeGoesToTheNewOne"),
  REFERENCE_INSERT_DOES_NOTHING(
      BrokenReferences.InsertDoesNothing::new,
      "aDerivedObjectHasTheIdOfItsObject",
      "aPreparedValueIsRefusedPastHalfTheGrace",
      "aReferenceWithoutAHeadHasOneEmptyPage",
      "anAttemptThatACollectionFencedChecksTheSourceAgain",
      "anEqualValueIsNotTakenForThePreparedOne",
      "whatAnotherScopeOrProcessPreparedIsRefused",
      "whatCannotBeStoredIsRefused"),
  OBJECT_SWAP_APPLIED_WITHOUT_WRITING(
      BrokenUpdates.AppliedWithoutWriting::new,
      "aCachedReadIsAtMostAsOldAsTheTypeAllows",
      "aClockThatIsSetBackServesNothingForLonger",
      "aDelayedSwapThatAnotherChangeOvertookNeverLands",
      "aLostReplyIsSettledByTokens",
      "aSlowReaderDoesNotBringBackWhatThisProcessHasChanged",
      "anObjectIsInsertedReadSwappedAndDeletedByToken",
      "ofProcessesThatCountDownTogetherNoneIsLost",
      "whatThisProcessChangedIsDroppedAtOnce",
      "whatThisProcessMayHaveChangedIsDroppedToo"),
  OBJECT_DELETE_DOES_NOTHING(
      BrokenUpdates.DeleteDoesNothing::new, "absenceIsServedAsLongAsTheTypeAllows"),
  OBJECT_TOKENS_NOT_FETCHED(
      BrokenValues.TokensNotFetched::new, "aLostInsertIsAppliedIfFoundAndOtherwiseUnknown"),
  SCOPES_JOINED(BrokenKeys.ScopesJoined::new, "scopesThatShareAProcessNeverSeeEachOther");

  private final BiFunction<Backend, TestClock, Backend> breaking;
  private final Set<String> caughtBy;

  EngineVariant(BiFunction<Backend, TestClock, Backend> breaking, String... caughtBy) {
    this.breaking = breaking;
    this.caughtBy = Set.of(caughtBy);
  }

  /** A new backend that is broken in this way. */
  Backend open() {
    return breaking.apply(new InMemoryBackend(8 * 1024), new TestClock());
  }

  /** The names of the tests that have to fail, each of them; every test is named somewhere. */
  Set<String> caughtBy() {
    return caughtBy;
  }
}
