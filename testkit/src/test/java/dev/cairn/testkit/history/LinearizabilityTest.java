package dev.cairn.testkit.history;

import static dev.cairn.testkit.history.RowCall.Answer.APPLIED;
import static dev.cairn.testkit.history.RowCall.Answer.SILENT_CONFLICT;
import static dev.cairn.testkit.history.RowCall.Answer.UNKNOWN;
import static dev.cairn.testkit.history.RowCalls.conflict;
import static dev.cairn.testkit.history.RowCalls.insert;
import static dev.cairn.testkit.history.RowCalls.read;
import static dev.cairn.testkit.history.RowCalls.remove;
import static dev.cairn.testkit.history.RowCalls.swap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories of one row that are known to be possible, or not. */
class LinearizabilityTest {
  private static HistoryVerdict check(RowCall... calls) {
    return check(List.of(calls));
  }

  private static HistoryVerdict check(List<RowCall> calls) {
    return Linearizability.check(calls, new RegisterModel(calls));
  }

  private static void assertGood(RowCall... calls) {
    assertInstanceOf(HistoryVerdict.Linearizable.class, check(calls));
  }

  private static void assertBad(int stuck, RowCall... calls) {
    HistoryVerdict verdict = check(calls);
    HistoryVerdict.Violation violation = assertInstanceOf(HistoryVerdict.Violation.class, verdict);
    assertEquals(stuck, violation.stuck(), verdict::toString);
  }

  @Test
  void nothingAtAllIsFine() {
    assertGood();
  }

  @Test
  void readsSeeWhatWasWrittenBeforeThem() {
    assertGood(read(0, 1, 0), insert(2, 3, 1, APPLIED), read(4, 5, 1), read(6, 7, 1));
    assertBad(1, insert(2, 3, 1, APPLIED), read(4, 5, 0));
  }

  @Test
  void readDuringAWriteMaySeeEither() {
    assertGood(insert(0, 9, 1, APPLIED), read(1, 2, 0), read(3, 4, 1));
    assertGood(insert(0, 9, 1, APPLIED), read(1, 8, 1), read(2, 7, 0));
  }

  @Test
  void readThatComesAfterAnotherNeverSeesLess() {
    assertBad(2, insert(0, 9, 1, APPLIED), read(1, 2, 1), read(3, 4, 0));
  }

  @Test
  void oneOfTwoSwapsOfTheSameVersionWins() {
    assertGood(insert(0, 1, 1, APPLIED), swap(2, 9, 1, 2, APPLIED), conflict(3, 8, 1, 3, 2));
    assertBad(2, insert(0, 1, 1, APPLIED), swap(2, 8, 1, 2, APPLIED), swap(3, 9, 1, 3, APPLIED));
  }

  @Test
  void oneOfTwoInsertsWins() {
    assertBad(1, insert(0, 8, 1, APPLIED), insert(1, 9, 2, APPLIED));
    assertGood(insert(0, 8, 1, APPLIED), insert(1, 9, 2, SILENT_CONFLICT));
    assertBad(0, insert(0, 1, 1, SILENT_CONFLICT), insert(2, 3, 2, APPLIED));
  }

  @Test
  void appliedWriteThatVanishesIsAViolation() {
    assertBad(2, insert(0, 1, 1, APPLIED), swap(2, 3, 1, 2, APPLIED), read(4, 5, 1));
  }

  @Test
  void conflictThatWasAppliedAfterAllIsAViolation() {
    assertBad(1, insert(0, 1, 1, APPLIED), swap(2, 3, 1, 2, SILENT_CONFLICT), read(4, 5, 2));
  }

  @Test
  void conflictReportsWhatWasThereDuringTheCall() {
    assertGood(
        insert(0, 1, 1, APPLIED),
        swap(2, 3, 1, 2, APPLIED),
        swap(4, 9, 2, 3, APPLIED),
        conflict(5, 8, 1, 4, 2));
    assertBad(
        3,
        insert(0, 1, 1, APPLIED),
        swap(2, 3, 1, 2, APPLIED),
        swap(4, 5, 2, 3, APPLIED),
        conflict(6, 7, 1, 4, 2));
  }

  @Test
  void unknownWriteMayHaveHappenedOrNot() {
    RowCall first = insert(0, 1, 1, APPLIED);
    RowCall unknown = swap(2, 3, 1, 2, UNKNOWN);
    assertGood(first, unknown, read(4, 5, 1));
    assertGood(first, unknown, read(4, 5, 2));
  }

  @Test
  void unknownWriteMayHappenAfterAReadBack() {
    assertGood(
        insert(0, 1, 1, APPLIED),
        swap(2, 3, 1, 2, UNKNOWN),
        read(4, 5, 1),
        read(6, 7, 1),
        read(8, 9, 2));
  }

  @Test
  void unknownWriteHappensAtMostOnceAndOnlyWhereItsConditionHolds() {
    RowCall first = insert(0, 1, 1, APPLIED);
    RowCall unknown = swap(2, 3, 1, 2, UNKNOWN);
    assertBad(4, first, unknown, read(4, 5, 2), swap(6, 7, 2, 3, APPLIED), read(8, 9, 2));
    assertBad(3, first, unknown, swap(4, 5, 1, 3, APPLIED), read(6, 7, 2));
  }

  @Test
  void unknownWriteHappensOnlyAfterItBegan() {
    assertBad(1, insert(0, 1, 1, APPLIED), read(2, 3, 2), swap(4, 5, 1, 2, UNKNOWN));
  }

  @Test
  void silentConflictMayBeExplainedOnlyByAnUnknownWrite() {
    RowCall first = insert(0, 1, 1, APPLIED);
    RowCall conflict = swap(4, 5, 1, 3, SILENT_CONFLICT);
    assertBad(1, first, conflict);
    assertGood(first, swap(2, 3, 1, 2, UNKNOWN), conflict);
    assertBad(3, first, swap(2, 3, 1, 2, UNKNOWN), conflict, read(6, 7, 1));
  }

  @Test
  void delayedInsertMayReviveADeletedRowOnce() {
    RowCall delayed = insert(0, 1, 1, UNKNOWN);
    RowCall other = insert(2, 3, 2, APPLIED);
    RowCall removal = remove(4, 5, 2, APPLIED);
    assertGood(delayed, other, removal, read(6, 7, 1));
    assertBad(5, delayed, other, removal, read(6, 7, 1), remove(8, 9, 1, APPLIED), read(10, 11, 1));
  }

  @Test
  void prefixEndsBeforeTheOperationThatHasNoPlace() {
    HistoryVerdict verdict =
        check(insert(0, 1, 1, APPLIED), swap(2, 3, 1, 2, APPLIED), read(4, 5, 1), read(6, 7, 2));
    assertEquals(new HistoryVerdict.Violation(List.of(0, 1), 2), verdict);
  }

  @Test
  void searchThatTakesTooLongProvesNothing() {
    List<RowCall> calls = List.of(insert(0, 1, 1, APPLIED), read(2, 3, 1));
    assertEquals(
        new HistoryVerdict.Undecided(1), Linearizability.check(calls, new RegisterModel(calls), 1));
  }

  @Test
  void longHistoryOfOneRowNeedsNoStack() {
    List<RowCall> calls = new ArrayList<>();
    calls.add(insert(0, 1, 1, APPLIED));
    for (int i = 1; i < 10_000; i++) {
      calls.add(swap(2L * i, 2L * i + 3, i, i + 1, APPLIED));
    }
    assertInstanceOf(HistoryVerdict.Linearizable.class, check(calls));
    calls.add(read(30_000, 30_001, 1));
    assertInstanceOf(HistoryVerdict.Violation.class, check(calls));
  }
}
