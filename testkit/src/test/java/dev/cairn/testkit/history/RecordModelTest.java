package dev.cairn.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.testkit.history.RecordCall.Kind;
import dev.cairn.testkit.history.RecordCall.Reply;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said of a record, one call after the other, and whether it can be. */
class RecordModelTest {
  private final RecordHistory patient = new RecordHistory(false);
  private final RecordHistory lapsing = new RecordHistory(true);

  private void add(Kind kind, Reply reply, int grant, String text) {
    add(kind, reply, grant, text, Optional.empty());
  }

  private void add(Kind kind, Reply reply, int grant, String text, Optional<RecordCall.Seen> seen) {
    for (RecordHistory history : new RecordHistory[] {patient, lapsing}) {
      history.add(
          new RecordCall(
                  "client",
                  kind,
                  Reply.UNKNOWN,
                  grant,
                  "process " + grant,
                  text,
                  Optional.empty(),
                  history.tick(),
                  Timed.NEVER)
              .answered(reply, seen, history.tick()));
    }
  }

  private void reserve(int grant, Reply reply) {
    add(Kind.RESERVE, reply, grant, "payload");
  }

  private void replay(String outcome) {
    add(
        Kind.RESERVE,
        Reply.REPLAY,
        -1,
        "payload",
        Optional.of(new RecordCall.Seen(Optional.of(outcome), Optional.empty())));
  }

  private void load(boolean isFinal, int takeovers, int grant) {
    RecordCall.Rest rest = new RecordCall.Rest(isFinal, "payload", takeovers, "process " + grant);
    add(
        Kind.LOAD,
        Reply.LOADED,
        -1,
        "",
        Optional.of(new RecordCall.Seen(Optional.empty(), Optional.of(rest))));
  }

  private void assertExplained() {
    assertEquals(lapsing.calls().size(), lapsing.check("test").calls());
    assertEquals(patient.calls().size(), patient.check("test").calls());
  }

  private void assertImpossible() {
    assertThrows(AssertionError.class, () -> lapsing.check("impossible on purpose"));
    assertThrows(AssertionError.class, () -> patient.check("impossible on purpose"));
  }

  @Test
  void aRequestIsReservedFinishedAndReplayed() {
    add(Kind.LOAD, Reply.LOADED, -1, "");
    reserve(1, Reply.RESERVED);
    reserve(2, Reply.IN_PROGRESS);
    add(Kind.RESERVE, Reply.KEY_CONFLICT, 3, "another payload");
    add(Kind.HEARTBEAT, Reply.DONE, 1, "");
    load(false, 0, 1);
    add(Kind.FINISH, Reply.DONE, 1, "outcome");
    load(true, 0, 1);
    replay("outcome");
    add(Kind.HEARTBEAT, Reply.LOST, 1, "");
    add(Kind.FINISH, Reply.DONE, 1, "outcome of another thread");
    replay("outcome");
    assertExplained();
  }

  @Test
  void whatIsReleasedIsReservedAnewAndWhatIsAbandonedIsTakenOver() {
    reserve(1, Reply.RESERVED);
    add(Kind.RELEASE, Reply.DONE, 1, "");
    reserve(2, Reply.RESERVED);
    add(Kind.RELEASE, Reply.LOST, 1, "");
    add(Kind.ABANDON, Reply.DONE, 2, "");
    reserve(3, Reply.TAKEN_OVER);
    load(false, 1, 3);
    add(Kind.FINISH, Reply.LOST, 2, "too late");
    add(Kind.FINISH, Reply.DONE, 3, "outcome");
    replay("outcome");
    assertExplained();
  }

  @Test
  void aLiveLeaseIsTakenOverOnlyIfLeasesMayLapse() {
    reserve(1, Reply.RESERVED);
    reserve(2, Reply.TAKEN_OVER);
    assertEquals(2, lapsing.check("test").calls());
    assertThrows(AssertionError.class, () -> patient.check("impossible on purpose"));
  }

  @Test
  void aReplyThatWasLostMayHaveHadItsEffectOrNot() {
    reserve(1, Reply.UNKNOWN);
    reserve(2, Reply.IN_PROGRESS);
    assertExplained();
    assertEquals(1, lapsing.check("test").unknownApplied());
    reserve(3, Reply.RESERVED);
    assertImpossible();
  }

  @Test
  void whoLostTheRecordCannotFinishIt() {
    reserve(1, Reply.RESERVED);
    add(Kind.ABANDON, Reply.DONE, 1, "");
    reserve(2, Reply.TAKEN_OVER);
    add(Kind.FINISH, Reply.DONE, 1, "outcome of an earlier owner");
    assertImpossible();
  }

  @Test
  void whatIsFinalIsNeitherReleasedNorReservedAgain() {
    reserve(1, Reply.RESERVED);
    add(Kind.FINISH, Reply.DONE, 1, "outcome");
    assertExplained();
    add(Kind.RELEASE, Reply.DONE, 1, "");
    assertImpossible();
  }

  @Test
  void aFinalRecordIsNeverTakenOver() {
    reserve(1, Reply.RESERVED);
    add(Kind.FINISH, Reply.DONE, 1, "outcome");
    reserve(2, Reply.TAKEN_OVER);
    assertImpossible();
  }

  @Test
  void twoCannotBothReserve() {
    reserve(1, Reply.RESERVED);
    reserve(2, Reply.RESERVED);
    assertImpossible();
  }

  @Test
  void repetitionsHearTheOutcomeThatIsStored() {
    reserve(1, Reply.RESERVED);
    add(Kind.FINISH, Reply.DONE, 1, "outcome");
    replay("another outcome");
    assertImpossible();
  }

  @Test
  void noCallerWaitsForWhatWasAbandoned() {
    reserve(1, Reply.RESERVED);
    add(Kind.ABANDON, Reply.DONE, 1, "");
    reserve(2, Reply.IN_PROGRESS);
    assertImpossible();
  }
}
