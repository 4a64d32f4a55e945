package dev.cairn.core.internal.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ReferenceExistsException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.LossyBackend;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.settle.Settled;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReferencesTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");

  private final TestEnvironment world = new TestEnvironment();
  private final Environment environment = world.environment(5);
  private final InMemoryBackend plain = new InMemoryBackend();
  private final LossyBackend backend = new LossyBackend(plain);
  private final Map<Long, EarlierHeads> heads = new HashMap<>();
  private final References references =
      new References(backend, SCOPE, environment, this::headsBefore, settled -> {});
  private long lastHead = 100;
  private boolean headsAreAway;

  private EarlierHeads headsBefore(long headId) {
    if (headsAreAway) {
      throw new BackendUnavailableException("heads cannot be read");
    }
    return Optional.ofNullable(heads.get(headId))
        .orElseThrow(() -> new ObjectNotFoundException("head " + headId));
  }

  /** The row after {@code base} with a new head that knows the line before it. */
  private ReferenceRow next(ReferenceRow base) {
    long head = ++lastHead;
    EarlierHeads earlier =
        base.headId().isPresent()
            ? base.earlierHeads().plus(new HeadVersion(base.version(), base.headId().getAsLong()))
            : base.earlierHeads();
    heads.put(head, earlier);
    return base.moveTo(head, earlier, environment.newToken());
  }

  private ReferenceRow moveOn(ReferenceRow base) {
    ReferenceRow next = next(base);
    applied(references.move(base, next));
    return next;
  }

  private ReferenceRow moveOn(ReferenceRow base, int times) {
    ReferenceRow row = base;
    for (int i = 0; i < times; i++) {
      row = moveOn(row);
    }
    return row;
  }

  private static void applied(Settled<ReferenceRow> settled) {
    assertTrue(settled instanceof Settled.Applied, settled.toString());
  }

  private static ReferenceRow conflict(Settled<ReferenceRow> settled) {
    return settled instanceof Settled.Conflict<ReferenceRow> conflict
        ? conflict.found().orElseThrow()
        : fail("expected a conflict, got " + settled);
  }

  private static void unknown(Settled<ReferenceRow> settled) {
    assertTrue(settled instanceof Settled.Unknown, settled.toString());
  }

  private ReferenceRow stored(String name) {
    return backend.readReference(new ReferenceKey(SCOPE, name), ReadMode.STRONG).orElseThrow();
  }

  @Test
  void aNewReferenceHasNoHeadAndIsFound() {
    ReferenceRow row = references.create("main");
    assertEquals(OptionalLong.empty(), row.headId());
    assertEquals(Optional.of(row), references.find("main"));
    ReferenceExistsException e =
        assertThrows(ReferenceExistsException.class, () -> references.create("main"));
    assertTrue(e.getMessage().contains("tenant/catalog/main"), e.getMessage());
  }

  @Test
  void aDeletedReferenceIsGoneButItsVersionGoesOn() {
    ReferenceRow moved = moveOn(references.create("main"));
    references.delete("main");
    assertEquals(Optional.empty(), references.find("main"));
    assertThrows(ReferenceNotFoundException.class, () -> references.delete("main"));
    assertTrue(stored("main").isTombstone());
    assertEquals(moved.headId(), stored("main").headId());
    ReferenceRow again = references.create("main");
    assertEquals(OptionalLong.empty(), again.headId());
    assertTrue(again.version() > moved.version());
    assertTrue(again.createdAtMicros() > moved.createdAtMicros());
    assertEquals(List.of(again), references.list());
  }

  /** Removes the row before each of the next swaps, and puts it back before each insert. */
  // Where the database has no clock, this one may be set back: a collection would remove a
  // tombstone that seems to be old, and with it the version and the keys of the reference.
  @Test
  void aTombstoneIsNotOlderThanTheReferenceAndItsHead() {
    ReferenceRow row = references.create("main");
    world.move(Duration.ofDays(1));
    long head = SnowflakeId.of(SnowflakeId.toTimestamp(world.now()), 1, 0);
    applied(references.move(row, row.moveTo(head, row.earlierHeads(), environment.newToken())));
    Instant moved = world.now();
    world.move(Duration.ofDays(-30));
    ReferenceRow never = references.create("without a head");
    references.delete("main");
    world.move(Duration.ofDays(-1));
    references.delete("without a head");
    ReferenceRow tombstone = references.read("main").orElseThrow();
    assertEquals(micros(moved), tombstone.deletedAtMicros().getAsLong());
    tombstone = references.read("without a head").orElseThrow();
    assertEquals(never.createdAtMicros(), tombstone.deletedAtMicros().getAsLong());
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private References racing(ReferenceRow tombstone, AtomicInteger swaps) {
    ForwardingBackend racing =
        new ForwardingBackend(backend) {
          @Override
          public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
            if (swaps.getAndDecrement() > 0) {
              plain.removeReference(next.key(), expected);
            }
            return super.swapReference(expected, next);
          }

          @Override
          public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
            if (swaps.get() > 0) {
              plain.insertReference(tombstone);
            }
            return super.insertReference(row);
          }
        };
    return new References(racing, SCOPE, environment, this::headsBefore, settled -> {});
  }

  private ReferenceRow tombstone() {
    references.create("main");
    references.delete("main");
    return stored("main");
  }

  @Test
  void aCreateGoesOnIfTombstonesAreRemovedUnderIt() {
    ReferenceRow tombstone = tombstone();
    world.waits().clear();
    ReferenceRow created = racing(tombstone, new AtomicInteger(2)).create("main");
    assertEquals(created, stored("main"));
    assertFalse(created.isTombstone());
    assertFalse(world.waits().isEmpty(), "callers that collided do not collide again");
  }

  @Test
  void aCreateThatMeetsChangesEachTimeGivesUpAfterSomeTries() {
    ReferenceRow tombstone = tombstone();
    References racing = racing(tombstone, new AtomicInteger(100));
    BackendUnavailableException e =
        assertThrows(BackendUnavailableException.class, () -> racing.create("main"));
    assertTrue(e.getMessage().contains("6 conflicting attempts"), e.getMessage());
    assertEquals(Optional.empty(), references.find("main"));
  }

  @Test
  void aTombstoneIsRevivedWithoutAWait() {
    tombstone();
    world.waits().clear();
    references.create("main");
    assertTrue(world.waits().isEmpty());
  }

  // The reply to the first insert is lost; it lands when the tombstone in its way is gone.
  @Test
  void aDelayedInsertThatLandsAfterTheTombstoneIsTheOneThatCreated() {
    ReferenceRow tombstone = tombstone();
    world.move(Duration.ofSeconds(1));
    List<ReferenceRow> delayed = new ArrayList<>();
    ForwardingBackend racing =
        new ForwardingBackend(backend) {
          @Override
          public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
            if (delayed.isEmpty()) {
              delayed.add(row);
              return CasResult.unknown(new IllegalStateException("the reply is lost"));
            }
            return super.insertReference(row);
          }

          @Override
          public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
            plain.removeReference(next.key(), tombstone.token());
            plain.insertReference(delayed.get(0));
            return CasResult.conflictWithNothing(); // as it was when the swap came
          }
        };
    References slow = new References(racing, SCOPE, environment, this::headsBefore, settled -> {});
    assertEquals(slow.create("main"), stored("main"));
    assertEquals(delayed.get(0), stored("main"));
  }

  @Test
  void listingShowsLivingReferencesOfTheScopeByName() {
    for (String name : List.of("b", "a", "c")) {
      references.create(name);
    }
    new References(
            backend, new Scope("tenant", "catalog2"), environment, this::headsBefore, settled -> {})
        .create("other");
    references.delete("c");
    assertEquals(
        List.of("a", "b"), references.list().stream().map(row -> row.key().name()).toList());
  }

  // A create whose insert is delayed, a delete, and then the insert arrives: the tombstone is in
  // its way.
  @Test
  void aDelayedCreateDoesNotBringBackADeletedReference() {
    backend.next(Fate.DELAYED);
    ReferenceRow row = references.create("main"); // the second try landed
    moveOn(row);
    references.delete("main");
    backend.deliverDelayed();
    assertEquals(Optional.empty(), references.find("main"));
  }

  @Test
  void aLostReplyToCreateAndDeleteIsSettled() {
    backend.next(Fate.APPLIED_REPLY_LOST);
    ReferenceRow row = references.create("main");
    assertEquals(row, stored("main"));
    backend.next(Fate.APPLIED_REPLY_LOST);
    references.delete("main");
    assertTrue(stored("main").isTombstone());
    backend.next(Fate.FINE, Fate.APPLIED_REPLY_LOST);
    assertEquals(references.create("main"), stored("main"));
  }

  @Test
  void aCreateThatIsNeverSeenIsUnknown() {
    backend.all(Fate.LOST);
    assertThrows(UnknownOutcomeException.class, () -> references.create("main"));
  }

  @Test
  void aDeleteThatMeetsACommitIsRepeatedOnTheNewRow() {
    ReferenceRow row = references.create("main");
    backend.next(Fate.LOST);
    backend.beforeNextReferenceRead(() -> {}); // the read of delete itself
    backend.beforeNextReferenceRead(() -> moveOn(row));
    references.delete("main");
    assertTrue(stored("main").isTombstone());
    assertTrue(stored("main").headId().isPresent());
  }

  // Every swap of the deletion meets another commit: it certainly did nothing, and must say so.
  @Test
  void aDeleteThatOthersKeepOvertakingIsRefusedNotUnknown() {
    references.create("main");
    backend.beforeEachSwap(
        () -> {
          ReferenceRow current = stored("main");
          ReferenceRow overtaking = next(current);
          assertTrue(plain.swapReference(current.token(), overtaking) instanceof CasResult.Applied);
        });
    BackendUnavailableException e =
        assertThrows(BackendUnavailableException.class, () -> references.delete("main"));
    assertTrue(e.getMessage().contains("6 conflicting attempts"), e.getMessage());
    assertTrue(references.find("main").isPresent());
  }

  @Test
  void aMoveIsOneCallWhenNothingGoesWrong() {
    ReferenceRow row = references.create("main");
    backend.resetCalls();
    moveOn(row);
    assertEquals(1, backend.calls());
    assertEquals(List.of(), world.waits());
  }

  @Test
  void aMoveWhoseReplyIsLostIsFoundByItsHead() {
    ReferenceRow row = references.create("main");
    ReferenceRow next = next(row);
    backend.next(Fate.APPLIED_REPLY_LOST);
    applied(references.move(row, next));
    assertEquals(next, stored("main"));
  }

  // Applied, reply lost; 300 heads follow before the look back: the line leads to mine.
  @Test
  void aMoveWhoseReplyIsLostIsFoundInTheLineHoweverManyFollow() {
    ReferenceRow row = moveOn(moveOn(references.create("main")));
    ReferenceRow next = next(row);
    backend.next(Fate.APPLIED_REPLY_LOST);
    backend.beforeNextReferenceRead(() -> moveOn(next, 300));
    applied(references.move(row, next));
  }

  @Test
  void aLostMoveOvertakenByOthersIsAConflictHoweverManyFollow() {
    ReferenceRow row = moveOn(references.create("main"));
    ReferenceRow next = next(row);
    backend.next(Fate.LOST);
    backend.beforeNextReferenceRead(() -> moveOn(row, 300));
    assertEquals(stored("main").key(), conflict(references.move(row, next)).key());
  }

  // Applied, fenced, deleted and created again: the head is recognized by its ID, not its version.
  @Test
  void aMoveIsFoundThroughFenceDeleteAndCreate() {
    ReferenceRow row = references.create("main");
    ReferenceRow next = next(row);
    backend.next(Fate.APPLIED_REPLY_LOST);
    backend.beforeNextReferenceRead(
        () -> {
          ReferenceRow fenced = next.fence(environment.newToken());
          assertTrue(backend.swapReference(next.token(), fenced) instanceof CasResult.Applied);
          references.delete("main");
          moveOn(references.create("main"));
        });
    applied(references.move(row, next));
  }

  @Test
  void givingUpFencesSoThatADelayedMoveCanNoLongerLand() {
    ReferenceRow row = references.create("main");
    ReferenceRow next = next(row);
    backend.next(
        Fate.DELAYED, Fate.DELAYED, Fate.DELAYED, Fate.DELAYED, Fate.DELAYED, Fate.DELAYED);
    ReferenceRow found = conflict(references.move(row, next));
    assertEquals(row.version() + 1, found.version());
    backend.deliverDelayed();
    assertEquals(found, stored("main"));
  }

  @Test
  void aFenceOfUnknownOutcomeLeavesTheMoveUnknown() {
    ReferenceRow row = references.create("main");
    ReferenceRow next = next(row);
    backend.all(Fate.DELAYED);
    unknown(references.move(row, next));
    backend.all(Fate.FINE);
    backend.deliverDelayed();
    assertEquals(next, stored("main"));
  }

  // The proof needs heads that cannot be read: that must not pass for "certainly not made".
  @Test
  void aProofThatCannotBeReadLeavesTheMoveUnknown() {
    ReferenceRow row = moveOn(references.create("main"));
    ReferenceRow next = next(row);
    backend.next(Fate.APPLIED_REPLY_LOST);
    backend.beforeNextReferenceRead(
        () -> {
          moveOn(next, 100);
          headsAreAway = true;
        });
    unknown(references.move(row, next));
  }

  @Test
  void aMoveWhoseProofIsCollectedIsUnknown() {
    ReferenceRow row = moveOn(references.create("main"));
    ReferenceRow next = next(row);
    backend.next(Fate.APPLIED_REPLY_LOST);
    backend.beforeNextReferenceRead(
        () -> {
          moveOn(next, 100);
          heads.clear();
        });
    unknown(references.move(row, next));
  }

  // Created by me, deleted by a process that saw it, created again: "exists already" would be
  // wrong.
  @Test
  void aCreateThatMayHaveBeenDeletedSinceIsUnknown() {
    backend.next(Fate.APPLIED_REPLY_LOST);
    backend.beforeNextReferenceRead(
        () -> {
          references.delete("main");
          references.create("main");
        });
    assertThrows(UnknownOutcomeException.class, () -> references.create("main"));
  }

  @Test
  void aRevivalThatMayHaveBeenDeletedSinceIsUnknown() {
    references.create("main");
    references.delete("main");
    backend.next(Fate.FINE, Fate.APPLIED_REPLY_LOST);
    backend.beforeNextReferenceRead(
        () -> {
          references.delete("main");
          references.create("main");
        });
    assertThrows(UnknownOutcomeException.class, () -> references.create("main"));
  }

  // Version 1 with another token is another's insert, even if made in the same microsecond.
  @Test
  void aLostCreateOvertakenByAnotherFindsThatItExists() {
    backend.next(Fate.LOST);
    backend.beforeNextReferenceRead(
        () -> {
          world.move(Duration.ofMillis(1));
          references.create("main");
        });
    assertThrows(ReferenceExistsException.class, () -> references.create("main"));
  }

  // The create is applied, its reply is lost, and another process joins the turns of the reference
  // before this one looks: the token is another one, but the reference is the one created here.
  @Test
  void aLostCreateThatAnotherProcessJoinsIsNotReportedAsExisting() {
    backend.next(Fate.APPLIED_REPLY_LOST);
    backend.beforeNextReferenceRead(
        () -> {
          ReferenceRow row = stored("main");
          ReferenceRow joined = row.withTurns(Bytes.ofHex("0007"), environment.newToken());
          assertTrue(plain.swapReference(row.token(), joined) instanceof CasResult.Applied);
        });
    assertThrows(UnknownOutcomeException.class, () -> references.create("main"));
  }

  // As the collector does: it may fence a tombstone between the look at it and its revival.
  @Test
  void aRevivalThatMeetsAFenceOfTheTombstoneIsRepeated() {
    references.create("main");
    references.delete("main");
    backend.next(Fate.FINE, Fate.LOST);
    backend.beforeNextReferenceRead(
        () -> {
          ReferenceRow tombstone = stored("main");
          assertTrue(
              backend.swapReference(tombstone.token(), tombstone.fence(environment.newToken()))
                  instanceof CasResult.Applied);
        });
    assertEquals(references.create("main"), stored("main"));
  }
}
