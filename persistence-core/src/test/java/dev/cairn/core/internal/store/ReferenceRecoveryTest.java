package dev.cairn.core.internal.store;

import static dev.cairn.core.internal.store.Bench.MAIN;
import static dev.cairn.core.internal.store.Bench.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.CommitStatus;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.NothingToRecoverException;
import dev.cairn.api.store.Recovered;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.TestTypes.Table;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.RetainedHeads;
import dev.cairn.core.internal.store.Bench.Client;
import dev.cairn.core.internal.turn.TurnList;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is left when the current head of a reference is lost. */
class ReferenceRecoveryTest {
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final Duration WINDOW = Duration.ofHours(1);

  private final Bench bench = new Bench();
  private final Client mine = skewed();

  private Client skewed() {
    CommitLimits limits = TestStores.LIMITS;
    bench.stores.with(
        new CommitLimits(
            limits.timeLimit(),
            limits.maxAttempts(),
            limits.groupSize(),
            limits.groupBytes(),
            limits.groupTime(),
            limits.maxQueued(),
            limits.young(),
            limits.restorable(),
            SKEW));
    return bench.first();
  }

  private HeadId headId() {
    return bench.process().store.current(MAIN).head().orElseThrow();
  }

  private void lose(HeadId head) {
    bench.database.delete(List.of(new ObjectRef("cairn.head", head.id()).in(TestStores.SCOPE)));
  }

  private void loseCurrent() {
    lose(headId());
    assertThrows(DamagedDataException.class, this::headId);
  }

  /** A process that remembers nothing, as the one that an operator starts. */
  private Recovered recover() {
    return recover(bench.process());
  }

  private static Recovered recover(Client operator) {
    return operator.store.recoverReference(MAIN, operator.store.findRecoverable(MAIN), "recovered");
  }

  private CommitKey key(String request, Instant accepted) {
    return new CommitKey(request, "", accepted, accepted.plusSeconds(1800), WINDOW);
  }

  private static KeyedCommit commit(Client client, CommitKey key) {
    return client.store.commit(
        MAIN,
        key,
        workspace -> {
          Bench.set(workspace, key.request(), "done");
          return Bytes.ofUtf8("result of " + key.request());
        });
  }

  @Test
  void aRecoveryClearsTheListOfTurns() {
    mine.commit(set("a", "1"));
    mine.commit(set("a", "2"));
    loseCurrent();
    ReferenceRow row = bench.row();
    ReferenceRow waited = row.withTurns(TurnList.of(7, 8).toBytes(), bench.environment.newToken());
    assertInstanceOf(CasResult.Applied.class, bench.database.swapReference(row.token(), waited));
    recover();
    assertTrue(bench.row().turns().isEmpty());
  }

  @Test
  void theNewestCompleteHeadIsRestoredAndTheLineContinues() {
    mine.commit(set("a", "1"));
    HeadId target = headId();
    mine.commit(set("a", "2"));
    long version = headId().version();
    loseCurrent();
    Recovered recovered = recover();
    assertEquals(target, recovered.target());
    assertEquals(version + 1, recovered.commit().head().version());
    Client other = bench.process();
    assertEquals("1", other.get("a").orElseThrow());
    assertEquals(recovered.commit().head(), headId());
    assertEquals(CommitStatus.APPLIED, other.store.commitStatus(recovered.commit()));
    other.commit(set("b", "1"));
    assertEquals(List.of("set first", "set a", "recovered", "set b"), bench.log());
  }

  @Test
  void aHeadThatIsDamagedIsAsGoodAsLost() {
    HeadId target = headId();
    mine.commit(set("a", "2"));
    ObjectRef ref = new ObjectRef("cairn.head", headId().id());
    lose(headId());
    bench.database.write(
        List.of(ObjectRow.immutable(ref.in(TestStores.SCOPE), Bytes.ofUtf8("nonsense"), 1)));
    assertEquals(target, recover().target());
    assertEquals("1", bench.process().get("first").orElseThrow());
  }

  @Test
  void whereTheCurrentHeadIsThereNothingIsRecovered() {
    HeadId target = headId();
    mine.commit(set("a", "1"));
    assertThrows(NothingToRecoverException.class, () -> mine.store.findRecoverable(MAIN));
    assertThrows(
        NothingToRecoverException.class, () -> mine.store.recoverReference(MAIN, target, ""));
    mine.store.createReference("empty");
    assertThrows(NothingToRecoverException.class, () -> mine.store.findRecoverable("empty"));
    assertEquals(List.of("set first", "set a"), bench.log());
  }

  @Test
  void incompleteHeadsAreSkipped() {
    HeadId whole = headId();
    ObjectRef lost =
        mine.commit(
                workspace -> {
                  ObjectRef made = workspace.put(Table.named("t"));
                  workspace.index("tables").put(Bench.key("t"), made);
                  workspace.message("table");
                  return made;
                })
            .value();
    HeadId incomplete = headId();
    mine.commit(set("a", "1"));
    lose(headId());
    bench.database.delete(List.of(lost.in(TestStores.SCOPE)));
    Client operator = bench.process();
    assertThrows(
        DamagedDataException.class, () -> operator.store.recoverReference(MAIN, incomplete, ""));
    assertEquals(whole, recover(operator).target());
    // One that can be read stays in the log, although its state is not whole.
    assertEquals(List.of("set first", "table", "recovered"), bench.log());
  }

  @Test
  void withoutACompleteHeadNothingIsDone() {
    HeadId first = headId();
    mine.commit(set("a", "1"));
    assertEquals(first, mine.store.at(MAIN, first).head().orElseThrow());
    lose(headId());
    lose(first);
    long version = bench.row().version();
    assertThrows(HeadNotFoundException.class, this::recover);
    assertThrows(
        DamagedDataException.class, () -> mine.store.recoverReference(MAIN, first, "remembered"));
    assertEquals(version, bench.row().version());
  }

  @Test
  void requestsThatLostHeadsMayHaveAppliedAreNotExecutedAgain() {
    CommitKey kept = key("kept", bench.world.now());
    assertInstanceOf(KeyedCommit.Applied.class, commit(mine, kept));
    bench.world.move(Duration.ofSeconds(10));
    CommitKey lost = key("lost", bench.world.now());
    CommitKey ahead = key("ahead", bench.world.now().plus(SKEW).minusMillis(1));
    assertInstanceOf(KeyedCommit.Applied.class, commit(mine, lost));
    assertInstanceOf(KeyedCommit.Applied.class, commit(mine, ahead));
    HeadId second = headId();
    lose(second);
    lose(new HeadId(second.version() - 1, bench.row().earlierHeads().heads().get(0).headId()));
    Instant now = bench.world.now();
    Recovered recovered = recover();
    assertEquals(now.plus(SKEW), recovered.keysFrom());
    for (Client client : List.of(mine, bench.process())) {
      assertInstanceOf(KeyedCommit.AlreadyApplied.class, commit(client, kept));
      assertInstanceOf(KeyedCommit.WindowExpired.class, commit(client, lost));
      assertInstanceOf(KeyedCommit.WindowExpired.class, commit(client, ahead));
      assertInstanceOf(
          KeyedCommit.WindowExpired.class,
          commit(client, key("late", now.plus(SKEW.dividedBy(2)))));
    }
    assertTrue(bench.process().get("lost").isEmpty(), "its effect is lost, and does not come back");
    CommitKey fresh = key("fresh", recovered.keysFrom());
    assertInstanceOf(KeyedCommit.Applied.class, commit(mine, fresh));
    assertInstanceOf(KeyedCommit.AlreadyApplied.class, commit(bench.process(), fresh));
  }

  // The first head that is lost was made by a clock that is 3 s ahead. After its recovery nothing
  // tells of it but the keys that the new head refuses.
  @Test
  void aSecondRecoveryPromisesNoKeysThatTheFirstRefuses() {
    mine.commit(set("a", "1"));
    bench.world.move(Duration.ofSeconds(3));
    bench.process().commit(set("a", "2"));
    bench.world.move(Duration.ofSeconds(-3));
    loseCurrent();
    Recovered first = recover();
    bench.process().commit(set("a", "3"));
    loseCurrent();
    Recovered second = recover();
    assertEquals(first.keysFrom(), second.keysFrom());
    assertInstanceOf(
        KeyedCommit.Applied.class, commit(bench.process(), key("fresh", second.keysFrom())));
  }

  // No head that is left has ever seen a key.
  @Test
  void thatHoldsAlsoForTheFirstKeyOfAll() {
    CommitKey lost = key("lost", bench.world.now());
    commit(mine, lost);
    loseCurrent();
    recover();
    assertInstanceOf(KeyedCommit.WindowExpired.class, commit(bench.process(), lost));
  }

  @Test
  void aClockThatIsFartherAheadThanItShouldBeIsSeenInTheLostHead() {
    bench.world.move(Duration.ofHours(1));
    CommitKey lost = key("lost", bench.world.now());
    commit(mine, lost);
    bench.world.move(Duration.ofHours(-1));
    loseCurrent();
    recover();
    assertInstanceOf(KeyedCommit.WindowExpired.class, commit(bench.process(), lost));
  }

  // The newest of the lost heads has the right time, one before it is an hour ahead.
  @Test
  void thatHoldsForEveryLostHead() {
    bench.world.move(Duration.ofHours(1));
    CommitKey lost = key("lost", bench.world.now());
    commit(mine, lost);
    HeadId fast = headId();
    bench.world.move(Duration.ofHours(-1));
    bench.process().commit(set("a", "1"));
    loseCurrent();
    lose(fast);
    recover();
    assertInstanceOf(KeyedCommit.WindowExpired.class, commit(bench.process(), lost));
  }

  // A server whose clock is an hour ahead accepts a request and dies; another takes over and
  // applies
  // it. No head knows the fast clock. Then the run with its key is lost.
  @Test
  void keysInALostRunThatWereAcceptedByAFastClockAreNotExecutedAgain() {
    CommitKey fast = key("fast", bench.world.now().plusSeconds(3600));
    commit(mine, fast);
    for (int i = 0; i < 40; i++) {
      commit(mine, key("request " + i, bench.world.now().plusSeconds(3600)));
    }
    List<ObjectRow> runs = mine.backend.written("cairn.keys");
    assertFalse(runs.isEmpty());
    bench.database.delete(runs.stream().map(ObjectRow::key).toList());
    recover();
    assertInstanceOf(KeyedCommit.WindowExpired.class, commit(bench.process(), fast));
  }

  @Test
  void keysThatAreDamagedAreGivenUpAndNothingElse() {
    Instant accepted = bench.world.now();
    mine.backend.forget();
    for (int i = 0; i < 400; i++) {
      CommitKey each = key("request " + i, accepted);
      mine.store.commit(MAIN, each, workspace -> Bytes.ofUtf8(set("a", "1").apply(workspace)));
    }
    List<ObjectRow> runs = mine.backend.written("cairn.keys");
    assertFalse(runs.isEmpty());
    bench.database.delete(runs.stream().map(ObjectRow::key).toList());
    CommitKey first = key("request 0", accepted);
    assertThrows(DamagedDataException.class, () -> commit(bench.process(), first));
    HeadId before = headId();
    Recovered recovered = recover();
    assertEquals(before, recovered.target(), "its state is whole");
    assertInstanceOf(KeyedCommit.WindowExpired.class, commit(bench.process(), first));
    assertEquals("1", bench.process().get("a").orElseThrow());
    assertInstanceOf(
        KeyedCommit.Applied.class, commit(bench.process(), key("fresh", recovered.keysFrom())));
  }

  @Test
  void aProcessThatRemembersTheLostHeadAndCommitsFirstSavesIt() {
    HeadId before = headId();
    mine.commit(set("a", "2"));
    HeadId lost = headId();
    lose(lost);
    Client operator = bench.process();
    operator.backend.before(Operation.SWAP_REFERENCE, () -> mine.commit(set("b", "1")));
    assertThrows(NothingToRecoverException.class, () -> recover(operator));
    Client other = bench.process();
    assertEquals("2", other.get("a").orElseThrow());
    assertEquals("1", other.get("b").orElseThrow());
    // The lost head stays in the line. History ends there, and one can still go back behind it.
    assertTrue(isExpired(lost));
    assertEquals(List.of("set b"), bench.log());
    other.store.resetReference(MAIN, before, "back");
    assertTrue(other.get("a").isEmpty());
  }

  private boolean isExpired(HeadId head) {
    return new RetainedHeads(bench.database, new Codec(FormatLevel.NEWEST), bench.environment)
        .find(bench.row().key())
        .filter(oldest -> oldest.isExpired(bench.row(), head.version()))
        .isPresent();
  }

  @Test
  void aProcessThatRemembersTheLostHeadAndCommitsLaterUsesTheRecoveredState() {
    CommitKey key = key("request", bench.world.now());
    mine.commit(set("a", "2"));
    lose(headId());
    mine.backend.before(Operation.SWAP_REFERENCE, this::recover);
    assertInstanceOf(KeyedCommit.WindowExpired.class, commit(mine, key));
    mine.commit(set("b", "1"));
    assertEquals(List.of("set first", "recovered", "set b"), bench.log());
    assertTrue(bench.process().get("a").isEmpty());
  }

  // The head it made became current, was lost, and is not in the line any more.
  @Test
  void aCommitThatWasLostBeforeItsReplyIsMadeAgainUnlessItHasAKey() {
    Client slow = bench.process();
    loseItsReplyAndHead(slow);
    slow.commit(set("a", "1"));
    assertEquals(List.of("set first", "recovered", "set a"), bench.log());
    Client keyed = bench.process();
    loseItsReplyAndHead(keyed);
    CommitKey key = key("request", bench.world.now());
    assertInstanceOf(KeyedCommit.WindowExpired.class, commit(keyed, key));
    assertTrue(bench.process().get("request").isEmpty());
  }

  private void loseItsReplyAndHead(Client client) {
    client.lossy.next(Fate.APPLIED_REPLY_LOST);
    client.backend.after(
        Operation.SWAP_REFERENCE,
        () -> {
          loseCurrent();
          recover();
        });
  }

  @Test
  void aLostReplyIsFoundOutAbout() {
    mine.commit(set("a", "2"));
    loseCurrent();
    Client operator = bench.process();
    operator.lossy.next(Fate.LOST, Fate.APPLIED_REPLY_LOST);
    Recovered recovered = recover(operator);
    assertEquals(recovered.commit().head(), headId());
    assertEquals(List.of("set first", "recovered"), bench.log());
  }

  @Test
  void aRecoveryWithoutAnyReplyIsUnknown() {
    mine.commit(set("a", "2"));
    loseCurrent();
    Client operator = bench.process();
    operator.backend.before(Operation.SWAP_REFERENCE, () -> operator.lossy.all(Fate.LOST));
    Instant keysFrom = bench.world.now().plus(SKEW);
    CommitUnknownException unknown =
        assertThrows(CommitUnknownException.class, () -> recover(operator));
    assertTrue(unknown.getMessage().contains(keysFrom.toString()), unknown.getMessage());
    operator.lossy.all(Fate.FINE);
    recover(operator);
    assertEquals(List.of("set first", "recovered"), bench.log());
  }

  @Test
  void ofTwoOperatorsOneRecovers() {
    mine.commit(set("a", "2"));
    loseCurrent();
    Client operator = bench.process();
    operator.backend.before(Operation.SWAP_REFERENCE, this::recover);
    assertThrows(NothingToRecoverException.class, () -> recover(operator));
    assertEquals(List.of("set first", "recovered"), bench.log());
  }

  @Test
  void aHeadThatWasSupersededTooLongAgoIsRefused() {
    HeadId target = headId();
    bench.world.move(Duration.ofDays(30)); // how old it is does not matter, but since when
    mine.commit(set("a", "1"));
    loseCurrent();
    bench.world.move(TestStores.LIMITS.restorable().plusSeconds(1));
    assertThrows(HeadNotFoundException.class, this::recover);
    assertThrows(
        HeadNotFoundException.class,
        () -> bench.process().store.recoverReference(MAIN, target, "late"));
    bench.world.move(Duration.ofSeconds(-1));
    assertEquals(target, recover().target());
  }

  // The head before the lost ones is old, and was current until a moment ago.
  @Test
  void ofSeveralLostHeadsTheOldestSupersededTheOneBefore() {
    HeadId target = headId();
    bench.world.move(Duration.ofDays(30));
    mine.commit(set("a", "1"));
    HeadId first = headId();
    mine.commit(set("a", "2"));
    loseCurrent();
    lose(first);
    assertEquals(target, recover().target());
  }

  // What the newest readable head has lost no longer matters to readers and collections.
  @Test
  void earlierStatesThatMissSomethingHaveExpired() {
    mine.commit(set("a", "1"));
    HeadId damaged = headId();
    mine.commit(set("a", "2"));
    HeadId target = headId();
    mine.commit(set("a", "3"));
    loseCurrent();
    lose(damaged);
    bench.database.write(
        List.of(
            ObjectRow.immutable(
                new ObjectRef("cairn.head", damaged.id()).in(TestStores.SCOPE),
                Bytes.ofUtf8("nonsense"),
                1)));
    assertEquals(target, recover().target());
    assertTrue(isExpired(damaged));
    assertTrue(isExpired(target));
    assertFalse(isExpired(headId()));
    assertEquals(List.of("set a", "recovered"), bench.log());
    Instant before = bench.world.now().minusSeconds(60);
    assertThrows(HeadNotFoundException.class, () -> bench.process().store.at(MAIN, before));
  }

  // The head is superseded longer than allowed by the time the attempt that swaps runs.
  @Test
  void howOldTheHeadIsIsCheckedInTheAttemptThatSwaps() {
    mine.commit(set("a", "1"));
    loseCurrent();
    bench.world.move(TestStores.LIMITS.restorable());
    Client operator = bench.process();
    operator.backend.before(
        Operation.SWAP_REFERENCE,
        () -> {
          // As a collection does.
          var row = bench.row();
          bench.database.swapReference(row.token(), row.fence(bench.environment.newToken()));
          bench.world.move(Duration.ofSeconds(1));
        });
    assertThrows(HeadNotFoundException.class, () -> recover(operator));
  }

  @Test
  void aHeadOfAnEarlierLifeIsNotTaken() {
    mine.store.deleteReference(MAIN);
    mine.store.createReference(MAIN);
    mine.commit(set("a", "1"));
    loseCurrent();
    assertThrows(HeadNotFoundException.class, this::recover);
  }
}
