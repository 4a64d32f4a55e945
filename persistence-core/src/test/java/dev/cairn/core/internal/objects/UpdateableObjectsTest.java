package dev.cairn.core.internal.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectType;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.ValueTooLargeException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.LossyBackend;
import dev.cairn.core.LossyBackend.Fate;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.TestTypes;
import dev.cairn.core.TestTypes.Counter;
import dev.cairn.core.TestTypes.NewerCounter;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.runtime.Environment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Each lost, delayed or refused reply of a conditional write, and the outcome the caller gets. */
class UpdateableObjectsTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");
  private static final UpdateableId<Counter> ID =
      UpdateableId.named(TestTypes.COUNTER, "a/full/name");
  private static final OptionalLong NEVER = OptionalLong.empty();

  private final TestEnvironment world = new TestEnvironment();
  private final Environment environment = world.environment(11);
  private final LossyBackend backend = new LossyBackend(new InMemoryBackend());
  private final UpdateableObjects objects = objectsOn(backend);

  private UpdateableObjects objectsOn(LossyBackend lossy) {
    return new UpdateableObjects(lossy, new Codec(FormatLevel.NEWEST), SCOPE, environment);
  }

  private static Counter count(long n) {
    return new Counter("me", n);
  }

  private static <T> Versioned<T> applied(Update<T> update) {
    return update instanceof Update.Applied<T> applied
        ? applied.written()
        : fail("expected applied, got " + update);
  }

  private static <T> Update.Conflict<T> conflict(Update<T> update) {
    return update instanceof Update.Conflict<T> conflict
        ? conflict
        : fail("expected a conflict, got " + update);
  }

  private static <T> Update.Unknown<T> unknown(Update<T> update) {
    return update instanceof Update.Unknown<T> unknown
        ? unknown
        : fail("expected unknown, got " + update);
  }

  private Versioned<Counter> inserted() {
    return applied(objects.insert(ID, count(1), NEVER));
  }

  private long stored() {
    return objects.read(ID).orElseThrow().value().count();
  }

  @Test
  void insertReadSwapDelete() {
    assertEquals(Optional.empty(), objects.read(ID));
    Versioned<Counter> first = inserted();
    assertEquals(Optional.of(first), objects.read(ID));
    Versioned<Counter> second = applied(objects.swap(first, count(2), OptionalLong.of(99)));
    assertEquals(Optional.of(second), objects.read(ID));
    assertEquals(Optional.of(first.token()), second.previous());
    assertEquals(first.createdAtMicros(), second.createdAtMicros());
    assertNotEquals(first.token(), second.token());
    applied(objects.delete(second));
    assertEquals(Optional.empty(), objects.read(ID));
  }

  @Test
  void eachChangeIsOneCallWhenNothingGoesWrong() {
    Versioned<Counter> first = inserted();
    Versioned<Counter> second = applied(objects.swap(first, count(2), NEVER));
    applied(objects.delete(second));
    assertEquals(3, backend.calls());
    assertEquals(List.of(), world.waits());
  }

  @Test
  void aConflictSaysWhatIsThereEvenIfTheDatabaseDoesNot() {
    Versioned<Counter> first = inserted();
    Versioned<Counter> second = applied(objects.swap(first, count(2), NEVER));
    assertEquals(new Update.Conflict<>(Optional.of(second)), objects.swap(first, count(3), NEVER));
    backend.hideConflictingRows();
    assertEquals(new Update.Conflict<>(Optional.of(second)), objects.swap(first, count(3), NEVER));
    assertEquals(new Update.Conflict<>(Optional.of(second)), objects.insert(ID, count(3), NEVER));
    assertEquals(new Update.Conflict<>(Optional.of(second)), objects.delete(first));
    assertEquals(2, stored());
  }

  @Test
  void aSwapWhoseReplyIsLostIsFoundByItsToken() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.APPLIED_REPLY_LOST);
    Versioned<Counter> second = applied(objects.swap(first, count(2), NEVER));
    assertEquals(Optional.of(second), objects.read(ID));
  }

  // Applied, reply lost; another writer swaps before the read: the object then names mine as its
  // previous token.
  @Test
  void aSwapThatWasAppliedAndOverwrittenIsFoundByThePreviousToken() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.APPLIED_REPLY_LOST);
    backend.beforeNextRead(
        () -> applied(objects.swap(objects.read(ID).orElseThrow(), count(50), NEVER)));
    applied(objects.swap(first, count(2), NEVER));
    assertEquals(50, stored());
  }

  @Test
  void aSwapThatWasLostIsTriedAgainUntilItLands() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.LOST, Fate.LOST);
    applied(objects.swap(first, count(2), NEVER));
    assertEquals(2, stored());
    assertEquals(2, world.waits().size());
  }

  // My swap is lost and another writer's is applied: mine can no longer be applied.
  @Test
  void aLostSwapOvertakenByAnotherIsAConflict() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.LOST);
    backend.beforeNextRead(() -> applied(objects.swap(first, count(50), NEVER)));
    Update<Counter> update = objects.swap(first, count(2), NEVER);
    conflict(update);
    assertEquals(50, stored());
  }

  // Two swaps by other writers hide both my token and the one I expected: nothing is proved.
  @Test
  void aLostSwapOvertakenTwiceIsUnknownAndSaysWhatIsThere() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.LOST);
    backend.beforeNextRead(
        () ->
            applied(
                objects.swap(applied(objects.swap(first, count(50), NEVER)), count(51), NEVER)));
    Update<Counter> update = objects.swap(first, count(2), NEVER);
    Update.Unknown<Counter> unknown = unknown(update);
    assertEquals(51, unknown.found().orElseThrow().value().count());
    assertEquals(2, unknown.attempted().value().count());
  }

  @Test
  void aLostSwapOfAnObjectThatIsGoneIsUnknown() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.LOST);
    backend.beforeNextRead(() -> applied(objects.delete(first)));
    unknown(objects.swap(first, count(2), NEVER));
  }

  // Every try is delayed. Without the fence the caller would get "not applied", and then it is
  // applied.
  @Test
  void givingUpFencesSoThatADelayedSwapCanNoLongerLand() {
    Versioned<Counter> first = inserted();
    backend.next(
        Fate.DELAYED, Fate.DELAYED, Fate.DELAYED, Fate.DELAYED, Fate.DELAYED, Fate.DELAYED);
    Update<Counter> update = objects.swap(first, count(2), NEVER);
    Update.Conflict<Counter> conflict = conflict(update);
    assertEquals(1, conflict.found().orElseThrow().value().count());
    assertNotEquals(first.token(), conflict.found().orElseThrow().token());
    assertEquals(conflict.found(), objects.read(ID));
    backend.deliverDelayed();
    assertEquals(1, stored());
  }

  record OlderCounter(String owner, long count) {}

  record OlderType(String name, Class<OlderCounter> valueClass, boolean updateable)
      implements ObjectType<OlderCounter> {}

  // The caller changed nothing, so nothing may be lost, not even what its release does not know.
  @Test
  void theFenceKeepsPropertiesThisReleaseDoesNotKnow() {
    UpdateableId<NewerCounter> newer = UpdateableId.named(TestTypes.NEWER_COUNTER, "fenced");
    NewerCounter value = new NewerCounter("me", 1, "blue", List.of(7L));
    applied(objects.insert(newer, value, NEVER));
    OlderType olderType = new OlderType("counter", OlderCounter.class, true);
    UpdateableId<OlderCounter> older = UpdateableId.named(olderType, "fenced");
    Versioned<OlderCounter> first = objects.read(older).orElseThrow();
    backend.next(Fate.LOST, Fate.LOST, Fate.LOST, Fate.LOST, Fate.LOST, Fate.LOST);
    conflict(objects.swap(first, new OlderCounter("me", 2), NEVER));
    Versioned<NewerCounter> fenced = objects.read(newer).orElseThrow();
    assertEquals(value, fenced.value());
    assertEquals(Optional.of(first.token()), fenced.previous());
  }

  // A delayed try lands between the last look and the fence.
  @Test
  void aFenceThatMeetsTheDelayedSwapReportsItAsApplied() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.DELAYED, Fate.LOST, Fate.LOST, Fate.LOST, Fate.LOST, Fate.LOST);
    backend.next(Fate.OVERTAKEN);
    applied(objects.swap(first, count(2), NEVER));
    assertEquals(2, stored());
  }

  @Test
  void aFenceOfUnknownOutcomeLeavesTheSwapUnknown() {
    Versioned<Counter> first = inserted();
    backend.all(Fate.DELAYED);
    unknown(objects.swap(first, count(2), NEVER));
    backend.all(Fate.FINE);
    backend.deliverDelayed(); // the first try lands after all: "unknown" was the only true answer
    assertEquals(2, stored());
  }

  @Test
  void refusedBeforeAnyDoubtCertainlyDidNothing() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.REFUSED);
    assertThrows(BackendUnavailableException.class, () -> objects.swap(first, count(2), NEVER));
    assertEquals(1, stored());
  }

  // Delayed, then refused: the refusal says nothing about the first try.
  @Test
  void refusedAfterADoubtIsNotTheAnswer() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.DELAYED, Fate.REFUSED);
    Update<Counter> update = objects.swap(first, count(2), NEVER);
    Versioned<Counter> written = applied(update);
    backend.deliverDelayed();
    assertEquals(Optional.of(written), objects.read(ID));
  }

  @Test
  void aFailedLookBackIsRepeated() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.APPLIED_REPLY_LOST);
    backend.nextReads(Fate.REFUSED);
    applied(objects.swap(first, count(2), NEVER));
    assertEquals(2, stored());
  }

  @Test
  void anInsertWhoseReplyIsLostIsFoundByItsToken() {
    backend.next(Fate.APPLIED_REPLY_LOST);
    applied(objects.insert(ID, count(1), NEVER));
    assertEquals(1, stored());
  }

  // The delayed insert could still land if the object that is there were deleted.
  @Test
  void aLostInsertOvertakenByAnotherIsUnknownAndSaysWhatIsThere() {
    backend.next(Fate.DELAYED);
    backend.beforeNextRead(() -> applied(objects.insert(ID, count(50), NEVER)));
    Update.Unknown<Counter> unknown = unknown(objects.insert(ID, count(1), NEVER));
    Versioned<Counter> found = unknown.found().orElseThrow();
    assertEquals(50, found.value().count());
    applied(objects.delete(found));
    backend.deliverDelayed();
    assertEquals(1, stored());
  }

  // Inserted by me or by another, then swapped twice: the first token is forgotten.
  @Test
  void aLostInsertOvertakenAndChangedIsUnknown() {
    backend.next(Fate.LOST);
    backend.beforeNextRead(
        () ->
            applied(objects.swap(applied(objects.insert(ID, count(50), NEVER)), count(51), NEVER)));
    unknown(objects.insert(ID, count(1), NEVER));
  }

  @Test
  void anInsertThatIsNeverFoundStaysUnknownForItMayStillArrive() {
    backend.all(Fate.DELAYED);
    unknown(objects.insert(ID, count(1), NEVER));
    backend.all(Fate.FINE);
    assertEquals(Optional.empty(), objects.read(ID));
    backend.deliverDelayed();
    assertEquals(1, stored());
  }

  @Test
  void aDeletionWhoseReplyIsLostIsFoundByTheAbsence() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.APPLIED_REPLY_LOST);
    applied(objects.delete(first));
    assertEquals(Optional.empty(), objects.read(ID));
  }

  @Test
  void aLostDeletionIsTriedAgainAndOneOvertakenIsAConflict() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.LOST);
    applied(objects.delete(first));
    Versioned<Counter> again = inserted();
    backend.next(Fate.LOST);
    backend.beforeNextRead(() -> applied(objects.swap(again, count(50), NEVER)));
    conflict(objects.delete(again));
    assertEquals(50, stored());
  }

  @Test
  void deletingWhatWasDeletedByAnotherIsAConflictWithNothing() {
    Versioned<Counter> first = inserted();
    applied(objects.delete(first));
    assertEquals(new Update.Conflict<>(Optional.empty()), objects.delete(first));
  }

  @Test
  void tooLargeForOneRowIsRefusedBeforeAnythingIsSent() {
    ValueTooLargeException e =
        assertThrows(
            ValueTooLargeException.class,
            () -> objects.insert(ID, new Counter("x".repeat(400_000), 1), NEVER));
    assertTrue(e.getMessage().contains("a/full/name"), e.getMessage());
    assertEquals(0, backend.calls());
  }

  @Test
  void anObjectOfAnotherNameUnderTheSameHashIsNotTakenForThisOne() {
    ObjectRow row = storedRow(inserted());
    UpdateableId<Counter> twin =
        new UpdateableId<>(TestTypes.COUNTER, Optional.of("another name"), ID.id());
    assertTrue(row.value().length() > 0);
    DamagedDataException e = assertThrows(DamagedDataException.class, () -> objects.read(twin));
    assertTrue(e.getMessage().contains("a/full/name"), e.getMessage());
  }

  private ObjectRow storedRow(Versioned<Counter> version) {
    ObjectKey key = new ObjectKey(SCOPE, "counter", version.id().id());
    return backend.fetch(List.of(key), ReadMode.STRONG).get(0).orElseThrow();
  }

  @Test
  void theExpiryHintTravelsWithTheRow() {
    Versioned<Counter> first = applied(objects.insert(ID, count(1), OptionalLong.of(12345)));
    assertEquals(OptionalLong.of(12345), storedRow(first).expiresAtMicros());
    assertEquals(OptionalLong.of(12345), objects.read(ID).orElseThrow().expiresAtMicros());
  }

  @Test
  void numberedObjectsHaveNoName() {
    UpdateableId<Counter> numbered = UpdateableId.numbered(TestTypes.COUNTER, 7);
    applied(objects.insert(numbered, count(3), NEVER));
    assertEquals(3, objects.read(numbered).orElseThrow().value().count());
    assertThrows(
        DamagedDataException.class,
        () -> objects.read(new UpdateableId<>(TestTypes.COUNTER, Optional.of("n"), numbered.id())));
  }

  // Absence, unlike a token, comes again: a second insert could bring back what was deleted
  // meanwhile, and with its token every delayed write that was proved to be over.
  @Test
  void anInsertFoundAbsentIsNotRepeated() {
    backend.next(Fate.APPLIED_REPLY_LOST);
    backend.beforeNextRead(() -> applied(objects.delete(objects.read(ID).orElseThrow())));
    unknown(objects.insert(ID, count(1), NEVER));
    assertEquals(Optional.empty(), objects.read(ID), "deleted, and not inserted since");
  }

  // Mine was inserted, deleted by a process that saw it, and another was inserted.
  @Test
  void aLostInsertIsNoConflictIfItMayHaveBeenDeletedSince() {
    backend.next(Fate.APPLIED_REPLY_LOST);
    backend.beforeNextRead(
        () -> {
          applied(objects.delete(objects.read(ID).orElseThrow()));
          applied(objects.insert(ID, count(50), NEVER));
        });
    unknown(objects.insert(ID, count(1), NEVER));
  }

  // Changed by others and then deleted: not by this call, but gone as was asked.
  @Test
  void aLostDeletionOfWhatOthersChangedAndDeletedIsDone() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.LOST);
    backend.beforeNextRead(
        () -> applied(objects.delete(applied(objects.swap(first, count(50), NEVER)))));
    applied(objects.delete(first));
    assertEquals(Optional.empty(), objects.read(ID));
  }

  // A look that fails permits nothing: by the time of the next one, mine may have come and gone.
  @Test
  void aWriteIsNotRepeatedBeforeALookPermitsIt() {
    backend.next(Fate.APPLIED_REPLY_LOST);
    backend.nextReads(Fate.REFUSED);
    applied(objects.insert(ID, count(1), NEVER));
    assertEquals(3, backend.calls(), "one insert, two looks");
  }

  // "Closed" promises that nothing was done; after an unknown try that promise would be wrong.
  @Test
  void closingTheBackendWhileAWriteIsInDoubtLeavesItUnknown() {
    Versioned<Counter> first = inserted();
    backend.next(Fate.APPLIED_REPLY_LOST);
    backend.beforeNextRead(backend::close);
    unknown(objects.swap(first, count(2), NEVER));
  }

  @Test
  void aDamagedRowFoundWhileAWriteIsInDoubtLeavesItUnknown() {
    Versioned<Counter> first = inserted();
    ObjectRow row = storedRow(first);
    ObjectRow damaged =
        ObjectRow.updateable(
            row.key(), Bytes.ofUtf8("damage"), new Token(1, 1), row.createdAtMicros());
    backend.next(Fate.LOST);
    backend.beforeNextRead(
        () ->
            assertTrue(
                backend.swap(first.token(), damaged) instanceof CasResult.Applied, "damaged"));
    unknown(objects.swap(first, count(2), NEVER));
  }
}
