package dev.cairn.simulation.broken;

import dev.cairn.api.spi.Backend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.testkit.TestClock;
import java.util.Set;
import java.util.function.BiFunction;

/** Every way in which a backend is broken on purpose, with the tests that have to notice it. */
@SuppressWarnings("ImmutableEnumChecker") // Constructors and sets of names do not change.
enum Variant {
  UPDATE_INSERT_OVERWRITES(
      BrokenUpdates.InsertOverwrites::new,
      "secondInsertOfAnObjectIsAConflictAndKeepsTheFirst",
      "oneOfManyInsertsOfAnObjectWins"),
  UPDATE_SWAP_IGNORES_TOKEN(
      BrokenUpdates.SwapIgnoresToken::new,
      "whatClientsHearOfObjectsHasASequentialExplanation",
      "whatClientsHearOfObjectsHasASequentialExplanationUnderFaults",
      "swapWithAStaleTokenIsAConflictAndChangesNothing",
      "deletedObjectCanBeInsertedAgainAndOldTokensStayDead"),
  UPDATE_SWAP_CREATES(
      BrokenUpdates.SwapCreates::new, "swapOfAMissingObjectIsAConflictAndCreatesNothing"),
  UPDATE_SWAP_KEEPS_TOKEN(
      BrokenUpdates.SwapKeepsToken::new,
      "swapReplacesEveryField",
      "swapThatKeepsTheValueStillRenewsTheToken"),
  UPDATE_SWAP_SKIPS_EQUAL_VALUE(
      BrokenUpdates.SwapSkipsEqualValue::new, "swapThatKeepsTheValueStillRenewsTheToken"),
  UPDATE_SWAP_ACCEPTS_ITS_OWN_TOKEN(
      BrokenUpdates.SwapAcceptsItsOwnToken::new, "swapThatKeepsItsTokenIsRefused"),
  UPDATE_CONFLICT_AFTER_APPLYING(
      BrokenUpdates.ConflictAfterApplying::new,
      "swapReplacesEveryField",
      "randomConditionalWritesOfObjectsDoWhatAMapDoes"),
  UPDATE_APPLIED_WITHOUT_WRITING(
      BrokenUpdates.AppliedWithoutWriting::new,
      "swapReplacesEveryField",
      "manyThreadsThatSwapOneRowCountExactly"),
  UPDATE_SWAP_KEEPS_OLD_FIELDS(BrokenUpdates.SwapKeepsOldFields::new, "swapReplacesEveryField"),
  UPDATE_DELETE_IGNORES_TOKEN(
      BrokenUpdates.DeleteIgnoresToken::new, "deleteIfWithAStaleTokenIsAConflictAndKeepsTheObject"),
  UPDATE_DELETE_OF_MISSING_IS_APPLIED(
      BrokenUpdates.DeleteOfMissingIsApplied::new,
      "deleteIfOfAMissingObjectIsAConflict",
      "oneOfManyDeletesOfAnObjectWins"),
  UPDATE_DELETE_DOES_NOTHING(
      BrokenUpdates.DeleteDoesNothing::new,
      "deleteIfWithTheRightTokenDeletes",
      "oneOfManyDeletesOfAnObjectWins"),
  UPDATE_CONFLICT_REPORTS_THE_ATTEMPT(
      BrokenUpdates.ConflictReportsTheAttempt::new,
      "swapWithAStaleTokenIsAConflictAndChangesNothing",
      "swapOfAMissingObjectIsAConflictAndCreatesNothing"),
  UPDATE_CONFLICT_REPORTS_NOTHING_THERE(
      BrokenUpdates.ConflictReportsNothingThere::new,
      "secondInsertOfAnObjectIsAConflictAndKeepsTheFirst",
      "oneOfManyInsertsOfAnObjectWins"),
  REFERENCE_INSERT_DOES_NOTHING(
      BrokenReferences.InsertDoesNothing::new, "insertedReferenceIsReadBack"),
  REFERENCE_INSERT_OVERWRITES(
      BrokenReferences.InsertOverwrites::new,
      "secondInsertOfAReferenceIsAConflictAndKeepsTheFirst",
      "oneOfManyInsertsOfAReferenceWins"),
  REFERENCE_INSERT_OVER_TOMBSTONE(
      BrokenReferenceLives.InsertOverTombstone::new, "insertOverATombstoneIsAConflictAndKeepsIt"),
  REFERENCE_SWAP_IGNORES_TOKEN(
      BrokenReferences.SwapIgnoresToken::new,
      "whatClientsHearOfReferencesHasASequentialExplanation",
      "whatClientsHearOfReferencesHasASequentialExplanationUnderFaults",
      "swapOfAReferenceWithAStaleTokenIsAConflictAndChangesNothing",
      "removedReferenceCanBeInsertedAgainAndOldTokensStayDead",
      "longLineOfSwapsNeverAcceptsAnEarlierToken",
      "randomConditionalWritesOfReferencesDoWhatAMapDoes"),
  WRITE_AND_SWAP_DOES_NOTHING(
      BrokenWriteAndSwap.DoesNothing::new,
      "writeAndSwapWritesAllRowsAndSwaps",
      "writeAndSwapTakesNoRowsAndMoreThanFitIntoOneBatch",
      "writeAndSwapOfRowsThatAreThereAlreadySwaps",
      "whereAReferenceIsSeenSwappedItsRowsAreThere"),
  WRITE_AND_SWAP_FORGETS_ROWS(
      BrokenWriteAndSwap.ForgetsRows::new,
      "writeAndSwapWritesAllRowsAndSwaps",
      "writeAndSwapTakesNoRowsAndMoreThanFitIntoOneBatch"),
  WRITE_AND_SWAP_IGNORES_TOKEN(
      BrokenWriteAndSwap.IgnoresToken::new,
      "writeAndSwapWithAStaleTokenIsAConflictAndIsRepeatedWhole",
      "tokensOfWriteAndSwapAreComparedExactly"),
  WRITE_AND_SWAP_CREATES(
      BrokenWriteAndSwap.Creates::new, "writeAndSwapOfAMissingReferenceIsAConflictAndCreatesNone"),
  WRITE_AND_SWAP_SWAPS_FIRST(
      BrokenWriteAndSwap.SwapsFirst::new, "whereAReferenceIsSeenSwappedItsRowsAreThere"),
  WRITE_AND_SWAP_DELETES_AFTER_A_CONFLICT(
      BrokenWriteAndSwap.DeletesAfterAConflict::new,
      "writeAndSwapThatConflictsKeepsRowsThatWereThere"),
  WRITE_AND_SWAP_ACCEPTS_MISTAKES(
      BrokenWriteAndSwap.AcceptsMistakes::new, "mistakesInWriteAndSwapAreRefusedAndDoNothing"),
  REFERENCE_SWAP_CREATES(
      BrokenReferences.SwapCreates::new, "swapOfAMissingReferenceIsAConflictAndCreatesNothing"),
  REFERENCE_SWAP_ACCEPTS_ITS_OWN_TOKEN(
      BrokenReferences.SwapAcceptsItsOwnToken::new, "swapOfAReferenceThatKeepsItsTokenIsRefused"),
  REFERENCE_FENCE_DOES_NOTHING(
      BrokenReferenceLives.FenceDoesNothing::new,
      "fenceKeepsTheContentAndStopsWritesPreparedBefore"),
  REFERENCE_TOMBSTONE_REMOVES(
      BrokenReferenceLives.TombstoneRemoves::new,
      "tombstoneKeepsHeadAndLineAndComesBackWithAHigherVersion",
      "scanOfAScopeVisitsItsReferencesOnceTombstonesIncluded"),
  REFERENCE_TOMBSTONE_HIDDEN(
      BrokenReferenceLives.TombstoneHidden::new,
      "tombstoneKeepsHeadAndLineAndComesBackWithAHigherVersion"),
  REFERENCE_EARLIER_HEADS_DROPPED(
      BrokenReferences.EarlierHeadsDropped::new,
      "whatClientsHearOfReferencesHasASequentialExplanation",
      "swapOfAReferenceReplacesEveryField",
      "manyThreadsThatSwapOneReferenceLoseNoHead"),
  REFERENCE_TURNS_DROPPED(
      BrokenReferences.TurnsDropped::new, "turnsOfAllLengthsAreKeptAndReplaced"),
  REFERENCE_TURNS_BESIDE_THE_TOKEN(
      BrokenReferences.TurnsBesideTheToken::new,
      "swapOfTheTurnsAloneMakesWritesPreparedBeforeItFail"),
  REFERENCE_LONG_LINES_CUT(
      BrokenReferences.LongLinesCut::new, "linesOfEarlierHeadsOfAllLengthsAreKept"),
  REFERENCE_HEAD_ZERO_LOST(BrokenReferences.HeadZeroLost::new, "headsAndVersionsOfAllSizesAreKept"),
  REFERENCE_CREATED_AT_LOST(
      BrokenReferences.CreatedAtLost::new, "swapOfAReferenceReplacesEveryField"),
  REFERENCE_REMOVE_IGNORES_TOKEN(
      BrokenReferenceLives.RemoveIgnoresToken::new,
      "removeWithAStaleTokenIsAConflictAndKeepsTheReference",
      "tombstoneIsRemovedByItsTokenOnly"),
  REFERENCE_REMOVE_OF_MISSING_IS_APPLIED(
      BrokenReferenceLives.RemoveOfMissingIsApplied::new, "removeOfAMissingReferenceIsAConflict"),
  REFERENCE_REMOVE_FORGETS_LARGE_VERSIONS(
      BrokenReferenceLives.RemoveForgetsLargeVersions::new, "headsAndVersionsOfAllSizesAreKept"),
  REFERENCE_REMOVE_LEAVES_TOMBSTONE(
      BrokenReferenceLives.RemoveLeavesTombstone::new,
      "removeWithTheRightTokenRemovesTheReference"),
  REFERENCE_MISSING_REMEMBERED(
      BrokenReferences.MissingRemembered::new, "referenceFoundMissingIsThereOnceItIsInserted"),
  REFERENCE_READ_FINDS_ANYTHING(
      BrokenReferences.ReadFindsAnything::new, "referenceThatWasNeverInsertedIsMissing"),
  OBJECT_FETCH_DROPS_DUPLICATES(
      BrokenObjects.FetchDropsDuplicates::new,
      "fetchAnswersEachKeyInOrderWithMissingAndRepeatedKeys"),
  OBJECT_FETCH_REORDERS(
      BrokenObjects.FetchReorders::new,
      "fetchAnswersEachKeyInOrderWithMissingAndRepeatedKeys",
      "callsMayHaveMoreRowsThanABatch"),
  OBJECT_FETCH_LEAVES_OUT_MISSING(
      BrokenObjects.FetchLeavesOutMissing::new,
      "fetchAnswersEachKeyInOrderWithMissingAndRepeatedKeys"),
  OBJECT_FETCH_FORGETS_UNPROCESSED(
      BrokenObjects.FetchForgetsUnprocessed::new, "callsMayHaveMoreRowsThanABatch"),
  OBJECT_FETCH_REFUSES_NO_KEYS(
      BrokenObjects.FetchRefusesNoKeys::new, "callsWithoutKeysOrRowsDoNothing"),
  OBJECT_MISSING_REMEMBERED(
      BrokenObjects.MissingRemembered::new,
      "objectFoundMissingIsThereOnceItIsWritten",
      "updateableFoundMissingIsThereOnceItIsInserted"),
  OBJECT_WEAK_FETCH_FINDS_OTHERS(
      BrokenObjects.WeakFetchFindsOthers::new, "weakFetchFindsWhatWasWrittenOrNothing"),
  OBJECT_WRITE_FORGETS_UNPROCESSED(
      BrokenObjects.WriteForgetsUnprocessed::new, "callsMayHaveMoreRowsThanABatch"),
  OBJECT_REWRITE_REFUSED(BrokenObjects.RewriteRefused::new, "rewriteWithTheSameBytesIsHarmless"),
  OBJECT_WRITE_TAKES_ANYTHING(
      BrokenObjects.WriteTakesAnything::new, "rowsOfTheWrongKindAreRefused"),
  OBJECT_DELETE_FORGETS_UNPROCESSED(
      BrokenObjects.DeleteForgetsUnprocessed::new, "callsMayHaveMoreRowsThanABatch"),
  OBJECT_DELETE_OF_MISSING_FAILS(
      BrokenObjects.DeleteOfMissingFails::new, "deleteRemovesExactlyTheGivenKeys"),
  OBJECT_DELETED_STAYS_DELETED(
      BrokenObjects.DeletedStaysDeleted::new, "deletedObjectCanBeWrittenAgain"),
  VALUE_CUTS_AT_THE_LIMIT(
      BrokenValues.CutsAtTheLimit::new, "immutableValuesFromNothingToTheLimitAreKept"),
  VALUE_CUTS_UPDATEABLES(
      BrokenValues.CutsUpdateables::new, "updateableValuesFromNothingToTheLimitAreKept"),
  VALUE_ACCEPTS_TOO_LARGE(
      BrokenValues.AcceptsTooLarge::new,
      "oneValueOverTheLimitRefusesTheWholeWrite",
      "insertOverTheLimitIsRefusedAndWritesNothing",
      "swapOverTheLimitIsRefusedAndChangesNothing"),
  VALUE_NO_ROOM_FOR_LONG_KEYS(
      BrokenValues.NoRoomForLongKeys::new, "valuesAtTheLimitFitBesideTheLongestKeys"),
  VALUE_WRITES_HALF_A_BATCH(
      BrokenValues.WritesHalfABatch::new, "oneValueOverTheLimitRefusesTheWholeWrite"),
  VALUE_LOSES_EMPTY_VALUES(
      BrokenValues.LosesEmptyValues::new, "immutableValuesFromNothingToTheLimitAreKept"),
  VALUE_VALUES_ARE_TEXT(BrokenValues.ValuesAreText::new, "everyByteIsKept"),
  VALUE_TIMES_IN_MILLIS(BrokenValues.TimesInMillis::new, "idsAndTimesOfAllSizesAreKept"),
  VALUE_TOKENS_NOT_FETCHED(
      BrokenValues.TokensNotFetched::new,
      "insertedObjectIsFetchedWithItsToken",
      "oneFetchAnswersForImmutableAndUpdateableObjects"),
  EXPIRY_ROUNDS_DOWN(BrokenExpiry.RoundsDown::new, "objectIsThereUntilItsHintHasPassed"),
  EXPIRY_FAR_HINTS_OVERFLOW(BrokenExpiry.FarHintsOverflow::new, "hintAtTheEndOfTimeIsKept"),
  EXPIRY_FIRST_HINT_STAYS(BrokenExpiry.FirstHintStays::new, "swapReplacesTheHint"),
  EXPIRY_EXPIRED_LOSES_ITS_VALUE(
      BrokenExpiry.ExpiredLosesItsValue::new, "objectPastItsHintIsThereWholeOrMissing"),
  EXPIRY_IS_SILENT(
      BrokenExpiry.ExpiresSilently::new, "whereRowsDoNotExpireOneIsThereLongAfterItsHint"),
  KEY_LONG_IDS_CUT(
      BrokenKeys.LongIdsCut::new, "shortAndLongIdsWithACommonPrefixAreDifferentObjects"),
  KEY_SCOPES_JOINED(
      BrokenKeys.ScopesJoined::new, "deletingInAScopeNeverTouchesAScopeThatLooksLikeIt"),
  KEY_TYPES_IGNORED(
      BrokenKeys.TypesIgnored::new,
      "sameIdInSeveralScopesAndTypesIsSeveralObjects",
      "unusualTypesAreKeptApart"),
  KEY_NAMES_IN_LOWERCASE(
      BrokenKeys.NamesInLowercase::new,
      "unusualScopesAreKeptApart",
      "unusualReferenceNamesAreKeptApart",
      "unusualTypesAreKeptApart"),
  KEY_NAMES_NORMALIZED(BrokenKeys.NamesNormalized::new, "unusualReferenceNamesAreKeptApart"),
  KEY_LONG_NAMES_CUT(BrokenKeys.LongNamesCut::new, "longestNamesAreKeptToTheLastByte"),
  KEY_DELETE_TAKES_PREFIXES(
      BrokenKeys.DeleteTakesPrefixes::new,
      "deletingInAScopeNeverTouchesAScopeThatLooksLikeIt",
      "deletingATypeOrNameNeverTouchesOneThatLooksLikeIt"),
  SCAN_SKIPS_ON_RESUME(
      BrokenScanPositions.SkipsOnResume::new,
      "scanOfReferencesResumesWhereItStopped",
      "scanOfObjectsResumesWhereItStopped"),
  SCAN_REPEATS_ON_RESUME(
      BrokenScanPositions.RepeatsOnResume::new,
      "scanOfReferencesResumesWhereItStopped",
      "scanOfObjectsResumesWhereItStopped"),
  SCAN_IGNORES_POSITION(
      BrokenScanPositions.IgnoresPosition::new,
      "scanOfReferencesResumesWhereItStopped",
      "scanOfObjectsResumesWhereItStopped"),
  SCAN_IGNORES_SCOPE(
      BrokenScans.IgnoresScope::new,
      "scanOfAnUnknownScopeVisitsNothingAndEnds",
      "scanSelectsByScopeAndByType",
      "scanOfNothingVisitsNothingAndEnds"),
  SCAN_IGNORES_TYPE(BrokenScans.IgnoresType::new, "scanSelectsByScopeAndByType"),
  SCAN_SCOPE_IS_A_PREFIX(
      BrokenScans.ScopeIsAPrefix::new,
      "scanOfAScopeLeavesOutScopesThatLookLikeIt",
      "scanOfObjectsLeavesOutScopesAndTypesThatLookLikeIt"),
  SCAN_HIDES_TOMBSTONES(
      BrokenScans.HidesTombstones::new, "scanOfAScopeVisitsItsReferencesOnceTombstonesIncluded"),
  SCAN_GOES_ON_WHEN_TOLD_TO_STOP(
      BrokenScanPositions.GoesOnWhenToldToStop::new,
      "scanOfReferencesResumesWhereItStopped",
      "scanOfObjectsResumesWhereItStopped"),
  SCAN_ENDS_WITH_THE_FIRST_PAGE(
      BrokenScanPositions.EndsWithTheFirstPage::new,
      "scanOfAllVisitsTheReferencesOfEveryScope",
      "scanGoesOnFromPageToPage"),
  SCAN_VISITS_OLD_VERSIONS(
      BrokenScans.VisitsOldVersions::new,
      "scanOfReferencesWhileTheyAreWrittenMissesAndRepeatsNone",
      "scanOfObjectsWhileTheyAreWrittenMissesAndRepeatsNone"),
  SCAN_VISITS_WITHOUT_TOKENS(
      BrokenScans.VisitsWithoutTokens::new, "scanVisitsImmutableAndUpdateableObjectsWhole"),
  SCAN_FAILS_IN_SILENCE(
      BrokenScans.FailsInSilence::new,
      "failureOfAVisitorOfReferencesEndsTheScanAndReachesTheCaller",
      "failureOfAVisitorOfObjectsEndsTheScanAndReachesTheCaller"),
  SCAN_POSITION_DIES_WITH_ITS_ROW(
      BrokenScanPositions.PositionDiesWithItsRow::new,
      "scanOfReferencesResumesThoughTheRowWhereItStoppedIsGone",
      "scanOfObjectsResumesThoughTheRowWhereItStoppedIsGone"),
  SCAN_PARTS_HAVE_NO_END(
      BrokenScanParts.PartsHaveNoEnd::new,
      "partsOfAScanVisitEveryObjectOnce",
      "partsOfAScanStayAsTheyWereCut"),
  SCAN_PART_IS_MISSING(
      BrokenScanParts.PartIsMissing::new,
      "partsOfAScanVisitEveryObjectOnce",
      "partsOfAScanStayAsTheyWereCut"),
  SCAN_STOPPED_PART_IS_WHOLE(
      BrokenScanParts.StoppedPartIsWhole::new, "partsOfAScanVisitEveryObjectOnce"),
  SCAN_CUTS_ANEW(BrokenScanParts.CutsAnew::new, "partsOfAScanStayAsTheyWereCut"),
  SCAN_IGNORES_BOUND(
      BrokenScanBounds.IgnoresBound::new,
      "scanUpToABoundLeavesOutNewerObjectsOfEveryType",
      "scanUpToABoundLeavesOutNamedObjectsThatWereCreatedLater",
      "scanUpToABoundEndsThoughAWriterIsAlwaysAheadOfIt"),
  SCAN_BOUND_ENDS_WITH_THE_FIRST_TYPE(
      BrokenScanBounds.EndsWithTheFirstType::new, "scanUpToABoundLeavesOutNewerObjectsOfEveryType"),
  SCAN_BOUND_LEAVES_OUT_THE_LAST(
      BrokenScanBounds.LeavesOutTheLast::new,
      "scanUpToABoundLeavesOutNewerObjectsOfEveryType",
      "scanUpToABoundLeavesOutNamedObjectsThatWereCreatedLater",
      "scanUpToABoundEndsThoughAWriterIsAlwaysAheadOfIt"),
  SCAN_PAGES_BY_OFFSET(
      BrokenScanPages.ByOffset::new,
      "scanOfThousandsOfObjectsMissesNoneThoughVisitedOnesGoAndOthersCome",
      "scanOfManyReferencesMissesNoneThoughVisitedOnesGoAndOthersCome"),
  SCAN_LOSES_ROWS_BETWEEN_PAGES(
      BrokenScanPages.LosesFirstOfPage::new,
      "scanOfThousandsOfObjectsMissesNoneThoughVisitedOnesGoAndOthersCome",
      "scanOfManyReferencesMissesNoneThoughVisitedOnesGoAndOthersCome"),
  RACE_LOST_UPDATE(
      BrokenRaces.LostUpdate::new,
      "manyThreadsThatSwapOneRowCountExactly",
      "whatClientsHearOfObjectsHasASequentialExplanation"),
  RACE_TWO_INSERTS_WIN(BrokenRaces.TwoInsertsWin::new, "oneOfManyInsertsOfAnObjectWins"),
  RACE_TWO_DELETES_WIN(BrokenRaces.TwoDeletesWin::new, "oneOfManyDeletesOfAnObjectWins"),
  RACE_LOST_REFERENCE_UPDATE(
      BrokenRaces.LostReferenceUpdate::new,
      "manyThreadsThatSwapOneReferenceLoseNoHead",
      "manyThreadsThatCreateAndDeleteAReferenceTakeTurns"),
  RACE_TWO_REFERENCE_INSERTS_WIN(
      BrokenRaces.TwoReferenceInsertsWin::new, "oneOfManyInsertsOfAReferenceWins"),
  RACE_RACING_WRITES_FAIL(
      BrokenRaces.RacingWritesFail::new, "concurrentWritesOfTheSameImmutableRowsAllSucceed"),
  RACE_MIXED_READ(
      BrokenRaces.MixedRead::new, "readersNeverSeeAMixOfTwoVersionsOfAnObjectNorAnOlderOneAgain"),
  RACE_MIXED_REFERENCE_READ(
      BrokenRaces.MixedReferenceRead::new,
      "readersNeverSeeAMixOfTwoVersionsOfAReferenceNorAnOlderOneAgain"),
  RACE_OLD_READ(
      BrokenRaces.OldRead::new, "readersNeverSeeAMixOfTwoVersionsOfAnObjectNorAnOlderOneAgain"),
  RACE_CONFLICT_REPORTS_AN_EARLIER_ROW(
      BrokenCorners.ConflictReportsAnEarlierRow::new,
      "manyThreadsThatSwapOneRowCountExactly",
      "manyThreadsThatSwapOneReferenceLoseNoHead"),
  TOKEN_MISSING_IS_ANY(
      BrokenTokens.MissingIsAny::new, "rowWithoutATokenHasNoTokenThatACallCouldExpect"),
  TOKEN_MISSING_IS_ZEROS(
      BrokenTokens.MissingIsZeros::new, "rowWithoutATokenHasNoTokenThatACallCouldExpect"),
  TOKEN_OF_ZEROS_IS_NONE(BrokenTokens.ZerosAreNone::new, "tokenOfZerosIsATokenLikeOthers"),
  CALL_WRITES_IN_ONE_REQUEST(
      BrokenRequests.WritesInOneRequest::new,
      "bulkCallsMayCarryMoreBytesThanARequest",
      "writeAndSwapMayCarryMoreBytesThanARequest"),
  CALL_REPLY_IS_CUT(
      BrokenRequests.ReplyIsCut::new,
      "bulkCallsMayCarryMoreBytesThanARequest",
      "writeAndSwapMayCarryMoreBytesThanARequest"),
  CALL_KEYS_IN_ONE_REQUEST(BrokenRequests.KeysInOneRequest::new, "bulkCallsMayHaveThousandsOfRows"),
  CALL_DELETES_IN_ONE_REQUEST(
      BrokenRequests.DeletesInOneRequest::new, "bulkCallsMayHaveThousandsOfRows"),
  TOKEN_HALF_COUNTS(
      BrokenCorners.HalfATokenCounts::new,
      "tokensOfObjectsAreComparedToTheLastBit",
      "tokensOfReferencesAreComparedToTheLastBit"),
  EXPIRY_HIDES_WITHOUT_REMOVING(
      BrokenCorners.HidesPastItsHint::new, "nameOfAnObjectThatIsGoneAfterItsHintIsFree"),
  SCAN_HAS_ONE_CURSOR(BrokenCorners.OneCursor::new, "scansAtTheSameTimeDoNotDisturbEachOther"),
  LIFE_USABLE_AFTER_CLOSE(
      BrokenLives.UsableAfterClose::new,
      "everyOperationIsRefusedAfterClose",
      "closeCanBeRepeatedAndLeavesTheBackendUnhealthy"),
  LIFE_READABLE_AFTER_CLOSE(
      BrokenLives.ReadableAfterClose::new, "everyOperationIsRefusedAfterClose"),
  LIFE_HEALTHY_AFTER_CLOSE(
      BrokenLives.HealthyAfterClose::new, "closeCanBeRepeatedAndLeavesTheBackendUnhealthy"),
  LIFE_UNHEALTHY(BrokenLives.Unhealthy::new, "openBackendIsHealthy"),
  LIFE_CLOSE_ONLY_ONCE(
      BrokenLives.CloseOnlyOnce::new, "closeCanBeRepeatedAndLeavesTheBackendUnhealthy"),
  LIFE_CREATE_SCHEMA_DROPS_ROWS(
      BrokenLives.CreateSchemaDropsRows::new, "schemaIsVerifiedAndCreatedAgainWithoutHarm"),
  LIFE_VERIFY_FINDS_FAULT(
      BrokenLives.VerifyFindsFault::new, "schemaIsVerifiedAndCreatedAgainWithoutHarm"),
  LIFE_SAYS_NOTHING(
      BrokenLives.SaysNothing::new,
      "nameIsOneThatConfigurationCanSelect",
      "limitsStayTheSame",
      "schemaIsDescribedForPeople",
      "sizeIsEstimatedWhereTheDatabaseTells",
      "statisticsHaveNamesAndNumbersForMetrics"),
  LIFE_TELLS_AN_OLD_TIME(
      BrokenLives.TellsAnOldTime::new, "theTimeIsWhatTheDatabasesClockShowsDuringTheCall"),
  LIFE_TELLS_THE_TIME_ONCE(
      BrokenLives.TellsTheTimeOnce::new, "theTimeIsWhatTheDatabasesClockShowsDuringTheCall"),
  LIFE_TELLS_THE_TIME_AFTER_CLOSE(
      BrokenLives.TellsTheTimeAfterClose::new, "theTimeIsWhatTheDatabasesClockShowsDuringTheCall"),
  LIFE_INTERRUPT_CLOSES(
      BrokenLives.InterruptCloses::new, "callsOfAnInterruptedThreadLeaveTheBackendUsable"),
  LIFE_CLOSES_WHAT_OTHERS_USE(
      BrokenLives.ClosesWhatOthersUse::new, "closingOneBackendLeavesOthersOpen"),
  PROGRESS_WEAK_READS_STAY_BEHIND(
      BrokenProgress.WeakReadsStayBehind::new,
      "weakReadsOfAReferenceCatchUpWithItsSwaps",
      "weakFetchesCatchUpWithWrites"),
  PROGRESS_SCANS_LOCK_OTHERS_OUT(
      BrokenProgress.ScansLockOthersOut::new, "otherCallsGoOnWhileAVisitorWaits"),
  HISTORY_STALE_STRONG_READ(
      BrokenHistories.StaleStrongRead::new,
      "whatClientsHearOfObjectsHasASequentialExplanation",
      "whatClientsHearOfObjectsHasASequentialExplanationUnderFaults"),
  HISTORY_STALE_REFERENCE_READ(
      BrokenHistories.StaleReferenceRead::new,
      "whatClientsHearOfReferencesHasASequentialExplanation",
      "whatClientsHearOfReferencesHasASequentialExplanationUnderFaults"),
  HISTORY_LOSES_ACKNOWLEDGED(
      BrokenHistories.LosesAcknowledged::new,
      "whatClientsHearOfObjectsHasASequentialExplanation",
      "whatClientsHearOfObjectsHasASequentialExplanationUnderFaults"),
  HISTORY_UNKNOWN_IS_CONFLICT(
      BrokenHistories.UnknownIsConflict::new,
      "whatClientsHearOfObjectsHasASequentialExplanation",
      "whatClientsHearOfObjectsHasASequentialExplanationUnderFaults",
      "whatClientsHearOfReferencesHasASequentialExplanation",
      "whatClientsHearOfReferencesHasASequentialExplanationUnderFaults"),
  HISTORY_REPEATS_INSERTS(
      BrokenHistories.RepeatsInserts::new,
      "whatClientsHearOfObjectsHasASequentialExplanation",
      "whatClientsHearOfObjectsHasASequentialExplanationUnderFaults"),
  HISTORY_CONFLICT_LANDS_LATER(
      BrokenHistories.ConflictLandsLater::new,
      "whatClientsHearOfObjectsHasASequentialExplanation",
      "whatClientsHearOfObjectsHasASequentialExplanationUnderFaults",
      "whatClientsHearOfReferencesHasASequentialExplanation",
      "whatClientsHearOfReferencesHasASequentialExplanationUnderFaults"),
  HISTORY_WEAK_READ_INVENTS(
      BrokenHistories.WeakReadInvents::new,
      "whatClientsHearOfImmutableObjectsHasASequentialExplanation",
      "whatClientsHearOfImmutableObjectsHasASequentialExplanationUnderFaults"),
  HISTORY_BULK_FORGETS(
      BrokenHistories.BulkForgets::new,
      "whatClientsHearOfImmutableObjectsHasASequentialExplanation",
      "whatClientsHearOfImmutableObjectsHasASequentialExplanationUnderFaults");

  private final BiFunction<Backend, TestClock, Backend> breaking;
  private final Set<String> caughtBy;

  Variant(BiFunction<Backend, TestClock, Backend> breaking, String... caughtBy) {
    this.breaking = breaking;
    this.caughtBy = Set.of(caughtBy);
  }

  /** A new backend that is broken in this way. */
  Backend open(TestClock clock) {
    return breaking.apply(new InMemoryBackend(8 * 1024), clock);
  }

  /** The names of the tests that have to fail, each of them; every test is named somewhere. */
  Set<String> caughtBy() {
    return caughtBy;
  }
}
