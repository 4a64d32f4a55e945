package dev.cairn.core.internal.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each rule of turns, for a process whose groups take 10 ms and whose reads take 2 ms. */
class TurnLineTest {
  private static final int ME = 7;
  private static final int A = 1;
  private static final int B = 2;
  private static final int C = 3;
  private static final long UNIT = 14_000;
  private static final long SECOND = 1_000_000;

  private final List<String> events = new ArrayList<>();
  private final TurnLine line = new TurnLine(TurnRules.DEFAULT, new Random(5), new Noted());
  private long now = 1_000 * SECOND;
  private long version = 10;
  private int waiting = 16;
  private long oldest = 10 * SECOND;
  private boolean isFresh = true;

  private final class Noted implements TurnMetrics {
    @Override
    public void joined(int before) {
      events.add("joined behind " + before);
    }

    @Override
    public void turnBegan(Duration waited) {
      events.add("turn after " + waited.toMillis());
    }

    @Override
    public void dropped(int processes) {
      events.add("dropped " + processes);
    }
  }

  TurnLineTest() {
    line.read(2_000);
    line.applied(TurnList.EMPTY, ME, 16, 6_000, 4_000, now);
  }

  private TurnStep next(int... list) {
    return line.next(new TurnView(TurnList.of(list), ME, version, isFresh, waiting, oldest, now));
  }

  /** The wait before the next read, which passes. */
  private long look(int... list) {
    long wait = assertInstanceOf(TurnStep.Look.class, next(list)).waitMicros();
    now += wait;
    return wait;
  }

  private TurnList after(TurnList current, int group) {
    return line.after(current, ME, group, waiting, 16, now);
  }

  private void applied(TurnList list, int group) {
    now += 10_000;
    line.applied(list, ME, group, 6_000, 4_000, now);
    version++;
  }

  // Rule 1.

  @Test
  void anEmptyListNeedsNoQuestion() {
    assertFalse(line.isEngaged());
    assertEquals(TurnList.EMPTY, after(TurnList.EMPTY, 16));
  }

  @Test
  void afterALossAYoungCommitIsTriedAgain() {
    oldest = 5 * UNIT - 1;
    line.lost(6_000, 4_000);
    assertTrue(line.isEngaged());
    assertEquals(new TurnStep.Commit(true), next());
    assertFalse(line.isEngaged());
  }

  @Test
  void afterALossAnOldCommitMakesItsProcessJoin() {
    oldest = 5 * UNIT;
    line.lost(6_000, 4_000);
    assertEquals(new TurnStep.Join(), next());
  }

  // 100 swaps wait at the row: one more at once makes the queue longer.
  @Test
  void aLostSwapThatWaitedAtTheRowIsFollowedByARest() {
    line.lost(6_000, 400_000);
    long rest = look();
    assertTrue(rest > 0 && rest < 3 * SECOND, "" + rest);
    assertEquals(new TurnStep.Join(), next());
  }

  // Rule 2.

  @Test
  void aRememberedListIsReadBeforeItCounts() {
    isFresh = false;
    assertEquals(new TurnStep.Look(0), next(A));
  }

  @Test
  void aYoungCommitWaitsForAShortListToEnd() {
    for (int i = 0; i < 100; i++) {
      line.reset();
      oldest = 0;
      long wait = look(A, B);
      assertTrue(wait >= UNIT && wait <= 3 * UNIT, "" + wait);
    }
    oldest = 5 * UNIT - 5_000;
    assertEquals(5_000, look(A, B));
  }

  // The clock was set back by an hour after the commit was submitted.
  @Test
  void aClockThatGoesBackDoesNotKeepAProcessFromJoining() {
    oldest = -3_600 * SECOND;
    long waited = 0;
    while (next(A) instanceof TurnStep.Look look) {
      waited += look.waitMicros();
      assertTrue(waited < 8 * UNIT, "" + waited);
    }
    assertEquals(new TurnStep.Join(), next(A));
  }

  @Test
  void anOldCommitJoinsAListThatIsNotEmpty() {
    oldest = 5 * UNIT;
    assertEquals(new TurnStep.Join(), next(A, B));
    line.joined(2);
    assertEquals(List.of("joined behind 2"), events);
  }

  // Rule 3.

  @Test
  void joinsThatCollideBackOffUpToABound() {
    long longest = 0;
    for (int i = 0; i < 200; i++) {
      assertEquals(new TurnStep.Join(), next(A));
      line.joinLost(true, 4_000);
      long rest = look(A);
      assertTrue(rest <= UNIT * Math.min(16, 8L << Math.min(i, 10)), i + ": " + rest);
      longest = Math.max(longest, rest);
    }
    assertTrue(longest > 8 * UNIT, "" + longest);
  }

  @Test
  void aJoinThatLosesToACommitIsTriedAgainAtOnce() {
    assertEquals(new TurnStep.Join(), next(A));
    line.joinLost(false, 4_000);
    assertEquals(new TurnStep.Join(), next());
  }

  @Test
  void aProcessWithoutCommitsJoinsNothing() {
    waiting = 0;
    line.lost(6_000, 4_000);
    assertEquals(new TurnStep.Done(), next(A));
    assertFalse(line.isEngaged());
  }

  // Rule 4 is the store's: TurnCommitTest.

  // Rule 5.

  private int groupsOfATurn(TurnList list) {
    assertEquals(new TurnStep.Commit(false), line.next(view(list)));
    TurnList current = list;
    for (int groups = 1; ; groups++) {
      TurnList next = after(current, 16);
      applied(next, 16);
      if (next.first() != ME) {
        return groups;
      }
      current = next;
    }
  }

  private TurnView view(TurnList list) {
    return new TurnView(list, ME, version, true, waiting, oldest, now);
  }

  /** A list of so many, this process first. */
  private static TurnList ofSize(int size) {
    TurnList list = TurnList.of(ME);
    for (int i = 100; list.size() < size; i++) {
      list = list.plus(i);
    }
    return list;
  }

  @Test
  void aTurnHasFiveGroups() {
    waiting = 1;
    assertEquals(5, groupsOfATurn(ofSize(10)));
  }

  // Up to 100 ms, if all turns together take no more than 500 ms.
  @Test
  void aTurnIsLongerInAShortList() {
    waiting = 1;
    assertEquals(10, groupsOfATurn(ofSize(2)));
    assertEquals(10, groupsOfATurn(ofSize(5)));
    assertEquals(8, groupsOfATurn(ofSize(7)));
  }

  // 100 processes with groups of 10 ms: three groups each make a round of 3 s.
  @Test
  void aTurnIsShorterInALongList() {
    assertEquals(3, groupsOfATurn(ofSize(100)));
  }

  @Test
  void aTurnEndsWhenFewerThanHalfOfTheCallersAreBack() {
    assertEquals(new TurnStep.Commit(false), next(ME, A));
    waiting = 3;
    now += 2_000;
    assertEquals(TurnList.of(A, ME), line.after(TurnList.of(ME, A), ME, 8, 3, 7, now));
    assertEquals(TurnList.of(ME, A), line.after(TurnList.of(ME, A), ME, 8, 3, 8, now));
    assertEquals(TurnList.of(ME, A), line.after(TurnList.of(ME, A), ME, 8, 4, 0, now));
  }

  // Where groups are quick, the next one is ready before the callers of the last one are.
  @Test
  void aTurnGoesOnWhileCallersHadNoTimeToComeBack() {
    assertEquals(new TurnStep.Commit(false), next(ME, A));
    now += 1_999;
    assertEquals(TurnList.of(ME, A), line.after(TurnList.of(ME, A), ME, 4, 0, 4, now));
    now += 1;
    assertEquals(TurnList.of(A, ME), line.after(TurnList.of(ME, A), ME, 4, 0, 4, now));
    now -= 3_600 * SECOND; // the clock is set back
    assertEquals(TurnList.of(A, ME), line.after(TurnList.of(ME, A), ME, 4, 0, 4, now));
  }

  @Test
  void aTurnEndsWhenItOutlastsThoseSeen() {
    look(A, ME);
    now += 55_000;
    version += 6;
    assertEquals(new TurnStep.Commit(false), next(ME, A));
    now += 59_000;
    assertEquals(ME, after(ofSize(10), 16).first());
    now += 5_000;
    assertEquals(100, after(ofSize(10), 16).first());
  }

  // Each turn begins with calls and work that its commits share: where groups take a millisecond,
  // five of them would not be worth it.
  @Test
  void aTurnOfQuickGroupsHasAsManyAsFitIntoItsTime() {
    for (int i = 0; i < 40; i++) {
      line.applied(TurnList.EMPTY, ME, 16, 600, 400, now);
    }
    assertEquals(new TurnStep.Commit(false), next(ME, A));
    int groups = 0;
    TurnList current = TurnList.of(ME, A);
    while (current.first() == ME) {
      current = after(current, 16);
      now += 1_000;
      line.applied(current, ME, 16, 600, 400, now);
      groups++;
    }
    assertEquals(100, groups);
  }

  // Rule 6.

  @Test
  void aProcessThatExpectsNothingLeavesWithItsLastSwap() {
    assertEquals(new TurnStep.Commit(false), next(ME, A));
    now += 2_000;
    assertEquals(TurnList.of(A), line.after(TurnList.of(ME, A), ME, 1, 0, 1, now));
    assertEquals(TurnList.of(A, ME), line.after(TurnList.of(ME, A), ME, 2, 0, 1, now));
    assertEquals(TurnList.of(A, ME), line.after(TurnList.of(ME, A), ME, 3, 1, 0, now));
  }

  @Test
  void theLastOfAllLeavesTheListEmpty() {
    assertEquals(new TurnStep.Commit(false), next(ME));
    assertEquals(TurnList.EMPTY, after(TurnList.of(ME), 16));
  }

  @Test
  void aFirstWithoutCommitsLeaves() {
    waiting = 0;
    assertEquals(new TurnStep.Leave(), next(ME, A));
  }

  // The leader is faster than the callers whose commits it just ended.
  @Test
  void aFirstThatJustCommittedGivesItsCallersAMoment() {
    assertEquals(new TurnStep.Commit(false), next(ME, A));
    applied(TurnList.of(ME, A), 16);
    waiting = 0;
    for (int i = 0; i < 4; i++) {
      assertEquals(new TurnStep.Pause(500), next(ME, A));
    }
    assertEquals(new TurnStep.Leave(), next(ME, A));
  }

  // Others joined while a group without turns was on its way: it keeps them, and joins behind them.
  @Test
  void aGroupThatMeetsAJoinKeepsTheList() {
    assertEquals(TurnList.of(A, B, ME), after(TurnList.of(A, B), 16));
    waiting = 0;
    assertEquals(TurnList.of(A, B), line.after(TurnList.of(A, B), ME, 1, 0, 1, now));
  }

  // Rule 7.

  @Test
  void theSecondReadsUntilTheFirstIsDoneAndOthersSleepByTheirPlace() {
    assertEquals(5_000, look(A, ME)); // half a group: none can be applied before
    assertEquals(10_000 / 6 + 1, look(A, ME));
    assertEquals(10_000 / 6 + 1, look(A, ME));
    version++;
    assertEquals(5_000, look(A, ME));
    assertEquals(5_000, look(B, ME)); // another is the first
    assertEquals(10_000 / 6 + 1, look(B, ME));
    line.reset();
    assertEquals(2 * UNIT * 1 / 2, look(A, B, C, ME)); // half a turn, of which none was seen
  }

  // Reads while the first goes on burden the database and tell nothing.
  @Test
  void theSecondSleepsLongerIfTheLastTurnsHadMoreGroups() {
    look(A, ME);
    version += 5; // five groups of 10 ms
    now += 45_000;
    assertEquals(new TurnStep.Commit(false), next(ME, A));
    applied(TurnList.of(A, ME), 16);
    assertEquals(29_000, look(A, ME)); // half a group, and 0.6 of four
    version += 3;
    assertEquals(11_000, look(A, ME)); // two are left
    version += 1;
    assertEquals(5_000, look(A, ME));
    assertEquals(10_000 / 6 + 1, look(A, ME)); // it may end at any time
    version += 1;
    assertEquals(5_000, look(A, ME)); // longer than expected
    assertEquals(29_000, look(B, ME)); // another turn
    version -= 8; // another life of the reference
    assertEquals(29_000, look(B, ME));
  }

  @Test
  void othersSleepLongerIfTheLastTurnsHadMoreGroups() {
    look(A, ME);
    version += 5;
    now += 45_000;
    assertEquals(new TurnStep.Commit(false), next(ME, A, B));
    applied(TurnList.of(A, B, C, ME), 16);
    // Half of the time until two turns have ended and the third begins.
    assertEquals(50_000, look(A, B, C, ME));
    version += 5;
    assertEquals(25_000, look(B, C, ME));
    version += 5;
    assertEquals(29_000, look(C, ME));
  }

  // It saw turns of five groups in a short list. In a list of 100, turns have three: whoever sleeps
  // for longer than all of them take is dropped each time.
  @Test
  void othersExpectNoLongerTurnsThanALongListAllows() {
    look(A, ME);
    version += 5;
    now += 45_000;
    assertEquals(new TurnStep.Commit(false), next(ME, A));
    TurnList list = TurnList.of(A);
    for (int i = 100; i < 198; i++) {
      list = list.plus(i);
    }
    applied(list.plus(ME), 16);
    TurnStep step = line.next(view(list.plus(ME)));
    long wait = assertInstanceOf(TurnStep.Look.class, step).waitMicros();
    assertEquals(98 * 3 * 10_000 / 2, wait);
  }

  @Test
  void theSecondExpectsNoLongerTurnThanALongListAllows() {
    look(A, ME);
    version += 5;
    now += 45_000;
    assertEquals(new TurnStep.Commit(false), next(ME, A));
    TurnList list = TurnList.of(A, ME);
    for (int i = 100; i < 198; i++) {
      list = list.plus(i);
    }
    applied(list, 16);
    TurnStep step = line.next(view(list));
    long wait = assertInstanceOf(TurnStep.Look.class, step).waitMicros();
    assertEquals(5_000 + 12_000, wait); // half a group, and 0.6 of two
  }

  // Ten groups took 100 ms. Now the first is at its third after 80 ms: its turn is nearly over.
  @Test
  void theSecondLooksSoonerIfGroupsTakeLonger() {
    look(A, ME);
    version += 10;
    now += 95_000;
    assertEquals(new TurnStep.Commit(false), next(ME, A));
    applied(TurnList.of(A, ME), 16);
    assertEquals(5_000 + 54_000, look(A, ME)); // 0.6 of nine groups
    now += 21_000;
    version += 2;
    assertEquals(5_000 + 6_000, look(A, ME)); // 20 ms are left, not eight groups
  }

  // Its first calls were slow because 100 processes started at once.
  @Test
  void aProcessThatSawNoTurnExpectsNoLongerOnesThanTheListAllows() {
    TurnLine slow = new TurnLine(TurnRules.DEFAULT, new Random(5), new Noted());
    slow.read(2_000);
    slow.applied(TurnList.EMPTY, ME, 16, 60_000, 40_000, now);
    TurnList list = TurnList.of(A);
    for (int i = 100; i < 198; i++) {
      list = list.plus(i);
    }
    assertEquals(new TurnStep.Look(98 * 30_000), slow.next(view(list.plus(ME))));
  }

  // It was dropped because it slept for too long: what it expected was wrong.
  @Test
  void aProcessThatWasDroppedForgetsTheTurnsThatItSaw() {
    look(A, ME);
    version += 5;
    now += 45_000;
    assertEquals(new TurnStep.Commit(false), next(ME, A, B));
    applied(TurnList.of(A, B, C, ME), 16);
    assertEquals(50_000, look(A, B, C, ME));
    assertEquals(new TurnStep.Join(), next(A, B, C));
    line.joined(3);
    assertEquals(2 * UNIT / 2, look(A, B, C, ME)); // as if no turn was seen
  }

  // Rule 8.

  @Test
  void aFirstThatDoesNothingIsDroppedAfterPatience() {
    long began = now;
    while (next(A, ME) instanceof TurnStep.Look look) {
      now += look.waitMicros();
    }
    assertTrue(now - began >= SECOND && now - began < SECOND + 4_000, "" + (now - began));
    assertEquals(List.of("dropped 1", "turn after " + (now - began) / 1_000), events);
    assertEquals(TurnList.of(ME, B), after(TurnList.of(A, ME, B), 16));
  }

  @Test
  void thoseFartherBackAreMorePatient() {
    long began = now;
    while (next(A, B, C, ME) instanceof TurnStep.Look look) {
      now += look.waitMicros();
    }
    long patience = SECOND + 2 * 2 * UNIT;
    assertTrue(now - began >= patience && now - began < patience + 4_000, "" + (now - began));
    assertEquals(TurnList.of(ME), after(TurnList.of(A, B, C, ME), 16).plus(ME));
  }

  @Test
  void aFirstThatCommitsIsNotDropped() {
    for (int i = 0; i < 4_000; i++) {
      look(A, ME);
      version += i % 100 == 0 ? 1 : 0;
    }
    assertTrue(now > 1_003 * SECOND);
    assertEquals(List.of(), events);
  }

  // The clock is set back again and again, or stands still: the wait ends all the same.
  @Test
  void aClockThatGoesBackDoesNotMakeTheWaitEndless() {
    for (int looks = 1; next(A, ME) instanceof TurnStep.Look; looks++) {
      now -= SECOND;
      assertTrue(looks <= 1_001, "still waiting after " + looks);
    }
    assertEquals("dropped 1", events.get(0));
  }

  @Test
  void aProcessThatLosesPatienceWithoutCommitsLeaves() {
    waiting = 0;
    while (next(A, ME) instanceof TurnStep.Look look) {
      now += look.waitMicros();
    }
    assertEquals(new TurnStep.Leave(), next(A, ME));
    assertEquals(List.of(), events);
  }

  // Two lost patience at once and the other was faster: this one is no longer in the list.
  @Test
  void aTurnThatIsLostIsOver() {
    assertEquals(new TurnStep.Commit(false), next(ME, A));
    line.lost(6_000, 4_000);
    assertEquals(new TurnStep.Join(), next(A));
  }

  // Rule 9.

  // The other needed 200 ms for one group. Two turns of 20 groups make up for that.
  @Test
  void aTurnIsLongerAfterASlowProcess() {
    look(A, ME);
    now += 190_000;
    version++;
    waiting = 1;
    int groups = groupsOfATurn(TurnList.of(ME, A));
    assertTrue(groups > 30 && groups < 40, "" + groups);
  }

  // Others made 20 commits while this one waited 40 ms: it is five times as slow.
  @Test
  void aSlowProcessHasOneGroupPerTurn() {
    look(A, ME);
    now += 38_000;
    version += 20;
    assertEquals(1, groupsOfATurn(TurnList.of(ME, A)));
  }
}
