package dev.cairn.core.internal.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencyRecords.Found;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotencyStore.Purged;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.TestEnvironment;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.snowflake.LeaseHolder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordScanTest {
  private static final Scope SCOPE = new Scope("tenant", "catalog");
  private static final Scope OTHER = new Scope("tenant", "other");

  private final InMemoryBackend backend = new InMemoryBackend();
  private final TestEnvironment world = new TestEnvironment();
  private final EngineIdempotencyStore.Services services =
      new EngineIdempotencyStore.Services(
          backend,
          new Codec(FormatLevel.NEWEST),
          world.environment(1),
          IdempotencySettings.DEFAULT,
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          new LeaseHolder("host", "1"),
          IdempotencyMetrics.NONE);
  private final RecordScan scan = new RecordScan(services);

  private Ownership reserve(Scope scope, String key) {
    RequestKey request =
        RequestKey.of(Principal.of("ann"), "create", "/tables", KeyRule.PATTERN.parse(key));
    return assertInstanceOf(
            Reservation.Reserved.class, services.open(scope).reserve(request, Fingerprint.none()))
        .owner();
  }

  private List<Found> all(Optional<Scope> scope) {
    List<Found> found = new ArrayList<>();
    assertEquals(0, scan.each(scope, found::add));
    return found;
  }

  @Test
  void recordsOfOneScopeOrOfAllAreShown() {
    var unused = reserve(SCOPE, "open").finish(Outcome.of(204));
    reserve(OTHER, "open");
    assertEquals(2, all(Optional.empty()).size());
    Found found = all(Optional.of(SCOPE)).get(0);
    assertEquals("by:ann/create/%2Ftables/open", found.name());
    assertTrue(found.info().isFinal());
    assertEquals(Optional.of(204), found.outcome().map(Outcome::status));
    assertTrue(found.bytes() > 0);
    assertEquals(Optional.of(found), scan.find(SCOPE, found.name()));
    assertEquals(Optional.empty(), scan.find(SCOPE, "none/x/y/z"));
  }

  @Test
  void theVisitorEndsTheScan() {
    reserve(SCOPE, "a");
    reserve(SCOPE, "b");
    List<Found> seen = new ArrayList<>();
    long damaged =
        scan.each(
            Optional.empty(),
            found -> {
              seen.add(found);
              return false;
            });
    assertEquals(0, damaged);
    assertEquals(1, seen.size());
  }

  @Test
  void whatThePurgeWouldDeleteIsOver() {
    reserve(SCOPE, "a");
    world.move(Duration.ofMinutes(34));
    assertEquals(false, all(Optional.empty()).get(0).isOver());
    world.move(Duration.ofMinutes(2));
    assertEquals(true, all(Optional.empty()).get(0).isOver());
    assertEquals(1, new RecordPurge(services, Optional.of(SCOPE)).run(10).deleted());
    assertEquals(List.of(), all(Optional.empty()));
  }

  // What is accepted while a purge goes on is not its business, however long it takes.
  @Test
  void aPurgeLeavesOutWhatWasAcceptedSinceItBegan() {
    for (int i = 0; i < 20; i++) {
      reserve(SCOPE, "old-" + i);
    }
    world.move(Duration.ofHours(1));
    RecordPurge purge = new RecordPurge(services, Optional.of(SCOPE));
    long examined = 0;
    long deleted = 0;
    boolean isComplete = false;
    for (int i = 0; !isComplete; i++) {
      Purged purged = purge.run(1);
      examined += purged.examined();
      deleted += purged.deleted();
      isComplete = purged.isComplete();
      assertTrue(examined <= 20, "the scan follows new reservations");
      world.move(Duration.ofSeconds(10));
      reserve(SCOPE, "new-" + i);
    }
    assertEquals(20, deleted);
  }

  @Test
  void damagedRowsAreCountedAndNotShown() {
    ObjectKey key =
        new ObjectKey(SCOPE, IdempotencyRecord.TYPE.name(), ObjectId.ofName("by:ann/a/b/c"));
    var unused =
        backend.insert(
            ObjectRow.updateable(key, Bytes.ofUtf8("nonsense"), Token.random(new Random(1)), 1));
    List<Found> found = new ArrayList<>();
    assertEquals(1, scan.each(Optional.empty(), found::add));
    assertEquals(List.of(), found);
    assertThrows(DamagedDataException.class, () -> scan.find(SCOPE, "by:ann/a/b/c"));
  }
}
