package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencyStore.Purged;
import dev.cairn.api.idempotency.KeyRule;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.Ownership.Kept;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.spi.Operation;
import dev.cairn.testkit.contract.Race;
import dev.cairn.testkit.fault.CallCounts;
import dev.cairn.testkit.fault.CountingBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table of the design, row by row, and what owners may do. */
public interface RecordContract extends IdempotencyPart {
  /** From the first acceptance on until a record is as if it were not there. */
  Duration KEPT = Site.SETTINGS.lifetime().plus(Site.SETTINGS.grace()).plus(Site.SKEW);

  /** Longer than a lease without a sign of life, by any clock. */
  Duration LAPSE = Site.SETTINGS.lease().plus(Site.SKEW).plusMillis(2);

  Duration MICRO = Duration.ofNanos(1_000);

  @Test
  default void nothingThereIsReservedByOneInsertAndNoRead() {
    Site site = new Site(this);
    CountingBackend counting = new CountingBackend(backend());
    Server server = site.server(counting, Site.SETTINGS);
    CallCounts before = counting.counts();
    Ownership owner = server.reserved(Site.request("k"));
    CallCounts cost = counting.counts().since(before);
    assertEquals(Set.of(Operation.INSERT), cost.byOperation().keySet());
    assertEquals(1, cost.calls());
    assertEquals(site.clock().instant(), owner.acceptedAt());
    assertEquals(site.clock().instant().plus(Site.SETTINGS.lifetime()), owner.deadline());
    assertEquals(false, owner.isTakeover());
  }

  @Test
  default void whatIsFinalIsReplayedToEveryCaller() {
    Site site = new Site(this);
    Outcome outcome = Site.created(7).withResourceId("r");
    assertEquals(new Kept.Done(), site.server().reserved(Site.request("k")).finish(outcome));
    CountingBackend counting = new CountingBackend(backend());
    Server other = site.server(counting, Site.SETTINGS);
    Reservation.Replay replay =
        assertInstanceOf(Reservation.Replay.class, other.reserve(Site.request("k")));
    assertEquals(outcome, replay.outcome());
    assertEquals(site.clock().instant(), replay.acceptedAt());
    // One call where the database tells what is in the way, a read besides where it does not.
    assertTrue(counting.counts().calls() <= 2, () -> counting.counts().toString());
    assertEquals(1, counting.counts().of(Operation.INSERT).calls());
  }

  @Test
  default void anotherFingerprintIsAConflictInEveryState() {
    Site site = new Site(this);
    Server server = site.server();
    RequestKey request = Site.request("k");
    Ownership owner = server.reserved(request);
    Reservation conflict = new Reservation.KeyConflict();
    assertEquals(conflict, server.records().reserve(request, Site.OTHER), "alive");
    site.pass(LAPSE);
    assertEquals(conflict, server.records().reserve(request, Site.OTHER), "lapsed");
    assertEquals(new Kept.Done(), owner.finish(Outcome.of(204)));
    assertEquals(conflict, server.records().reserve(request, Site.OTHER), "final");
    assertInstanceOf(
        Reservation.Replay.class, server.records().reserve(request, Fingerprint.none()));
  }

  @Test
  default void aLiveLeaseIsInProgressAndTheOutcomeCanBeWaitedFor() {
    Site site = new Site(this);
    Ownership owner = site.server().reserved(Site.request("k"));
    Server other = site.server();
    Reservation.InProgress progress =
        assertInstanceOf(Reservation.InProgress.class, other.reserve(Site.request("k")));
    assertTrue(progress.retryAfter().compareTo(Duration.ofSeconds(1)) >= 0);
    Instant began = site.clock().instant();
    Optional<Reservation.Answer> none =
        other.records().await(Site.request("k"), Site.PAYLOAD, Duration.ofSeconds(3));
    assertInstanceOf(Reservation.InProgress.class, none.orElseThrow());
    Duration waited = Duration.between(began, site.clock().instant());
    assertTrue(waited.compareTo(Duration.ofSeconds(3)) >= 0, waited::toString);
    assertTrue(waited.compareTo(Duration.ofSeconds(5)) < 0, waited::toString);
    assertEquals(new Kept.Done(), owner.finish(Outcome.of(200)));
    assertInstanceOf(
        Reservation.Replay.class,
        other
            .records()
            .await(Site.request("k"), Site.PAYLOAD, Duration.ofSeconds(3))
            .orElseThrow());
  }

  @Test
  default void waitingEndsWhenNoOwnerIsLeft() {
    Site site = new Site(this);
    Server server = site.server();
    assertEquals(
        Optional.empty(),
        server.records().await(Site.request("k"), Site.PAYLOAD, Duration.ofMinutes(1)));
    Ownership owner = server.reserved(Site.request("k"));
    assertEquals(
        Optional.empty(),
        server.records().await(Site.request("k"), Site.PAYLOAD, Duration.ofHours(1)),
        "its lease lapses meanwhile");
    assertEquals(new Kept.Done(), owner.heartbeat());
  }

  // A pauses; B takes over; A goes on and writes what it had in mind. Were that not fenced, A's
  // outcome would replace B's, or A's release would let a third one execute.
  @Test
  default void aLapsedLeaseIsTakenOverAndFencesTheOwnerBefore() {
    Site site = new Site(this);
    Server a = site.server();
    Server b = site.server();
    RequestKey request = Site.request("k");
    Ownership first = a.reserved(request);
    site.pass(LAPSE);
    Ownership second = b.takenOver(request);
    assertEquals(first.acceptedAt(), second.acceptedAt());
    assertEquals(first.deadline(), second.deadline());
    assertEquals(first.commitKey("s"), second.commitKey("s"));
    assertTrue(second.isTakeover());
    for (boolean isFinal : List.of(false, true)) {
      assertEquals(new Kept.Lost(), first.heartbeat());
      assertEquals(new Kept.Lost(), first.finish(Outcome.of(409)));
      assertEquals(new Kept.Lost(), first.release());
      assertEquals(new Kept.Lost(), first.abandon());
      if (!isFinal) {
        assertEquals(new Kept.Done(), second.heartbeat());
        assertEquals(new Kept.Done(), second.finish(Outcome.of(201)));
      }
    }
    Reservation.Replay replay = assertInstanceOf(Reservation.Replay.class, a.reserve(request));
    assertEquals(201, replay.outcome().status());
  }

  @Test
  default void aLeaseLapsesOnlyWhenItIsOverByEveryClock() {
    Site site = new Site(this);
    RequestKey request = Site.request("k");
    Ownership unused = site.server().ahead(Site.SKEW.negated()).reserved(request);
    site.pass(Site.SETTINGS.lease().minus(Site.SKEW));
    assertInstanceOf(Reservation.InProgress.class, site.server().reserve(request));
    site.pass(Site.SKEW.minusMillis(1));
    assertInstanceOf(Reservation.InProgress.class, site.server().reserve(request));
    site.pass(Duration.ofMillis(3));
    assertInstanceOf(Reservation.TakenOver.class, site.server().reserve(request));
  }

  // A retry that its client sent in time and that arrives within the grace must be known, also to a
  // server whose clock is ahead. Without skew in the sum, that server would execute it again.
  @Test
  default void aRecordIsKeptForLifetimeGraceAndSkewFromItsFirstAcceptance() {
    Site site = new Site(this);
    RequestKey request = Site.request("k");
    Server server = site.server();
    Ownership owner = server.reserved(request);
    Instant accepted = owner.acceptedAt();
    site.pass(Duration.ofSeconds(20));
    assertEquals(new Kept.Done(), owner.heartbeat());
    assertEquals(new Kept.Done(), owner.finish(Outcome.of(201)));
    site.clock().set(accepted.plus(Site.SETTINGS.lifetime()).plus(Site.SETTINGS.grace()));
    assertInstanceOf(Reservation.Replay.class, site.server().ahead(Site.SKEW).reserve(request));
    site.clock().set(accepted.plus(KEPT));
    assertInstanceOf(Reservation.Replay.class, server.reserve(request));
    site.pass(MICRO);
    Ownership next = server.reserved(request);
    assertEquals(site.clock().instant(), next.acceptedAt());
    assertEquals(false, next.isTakeover());
    assertEquals(new Kept.Lost(), owner.heartbeat());
    assertEquals(new Kept.Done(), next.heartbeat());
  }

  @Test
  default void anOpenRecordPastItsTimeIsReservedAnewAndNotTakenOver() {
    Site site = new Site(this);
    Ownership first = site.server().reserved(Site.request("k"));
    site.pass(KEPT.plus(MICRO));
    Ownership next = site.server().reserved(Site.request("k"));
    assertEquals(KEPT.plus(MICRO), Duration.between(first.acceptedAt(), next.acceptedAt()));
    assertEquals(new Kept.Lost(), first.finish(Outcome.of(200)));
  }

  // A request takes longer than keys are kept. As long as its owner renews the lease, no server may
  // begin it again, and its record must not be purged; but its deadline does not move.
  @Test
  default void aLiveLeaseNeverCountsAsExpired() {
    Site site = new Site(this);
    RequestKey request = Site.request("k");
    Server server = site.server();
    Ownership owner = server.reserved(request);
    Instant deadline = owner.deadline();
    Instant end = site.clock().instant().plus(KEPT.multipliedBy(2));
    while (site.clock().instant().isBefore(end)) {
      site.pass(Site.SETTINGS.lease().minusSeconds(1));
      assertEquals(new Kept.Done(), owner.heartbeat());
      assertInstanceOf(Reservation.InProgress.class, site.server().reserve(request));
    }
    assertEquals(0, server.records().purge(1000).deleted());
    assertEquals(deadline, owner.deadline());
    assertEquals(new Kept.Done(), owner.finish(Outcome.of(201)));
  }

  @Test
  default void whatIsReleasedIsAsIfItHadNotBeenSent() {
    Site site = new Site(this);
    Server server = site.server();
    Ownership first = server.reserved(Site.request("k"));
    site.pass(Duration.ofSeconds(3));
    assertEquals(new Kept.Done(), first.heartbeat());
    assertEquals(new Kept.Done(), first.release());
    assertEquals(Optional.empty(), server.records().load(Site.request("k")));
    Ownership next = server.reserved(Site.request("k"));
    assertEquals(Duration.ofSeconds(3), Duration.between(first.acceptedAt(), next.acceptedAt()));
    assertEquals(new Kept.Lost(), first.heartbeat());
  }

  // A is slow; B takes over, is throttled before it did anything, and gives up. If the record went
  // away, C would be accepted anew, and look for its key under another time than A, who commits
  // after all: both would take effect.
  @Test
  default void whatIsReleasedAfterATakeoverKeepsItsFirstAcceptance() {
    Site site = new Site(this);
    RequestKey request = Site.request("k");
    Ownership first = site.server().reserved(request);
    site.pass(LAPSE);
    assertEquals(new Kept.Done(), site.server().takenOver(request).release());
    Ownership third = site.server().takenOver(request);
    assertEquals(first.commitKey(""), third.commitKey(""));
  }

  @Test
  default void whatIsAbandonedIsTakenOverAtOnceAlsoByASlowClock() {
    Site site = new Site(this);
    RequestKey request = Site.request("k");
    Ownership first = site.server().reserved(request);
    assertEquals(new Kept.Done(), first.abandon());
    assertEquals(new Kept.Lost(), first.finish(Outcome.of(201)));
    Ownership second = site.server().ahead(Site.SKEW.negated()).takenOver(request);
    assertEquals(first.acceptedAt(), second.acceptedAt());
  }

  @Test
  default void theSameKeyOfOthersIsAnotherKey() {
    Site site = new Site(this);
    Server server = site.server();
    var key = KeyRule.PATTERN.parse("k");
    List<RequestKey> requests =
        List.of(
            RequestKey.of(Principal.of("ann"), "createTable", "/v1/tables", key),
            RequestKey.of(Principal.of("bob"), "createTable", "/v1/tables", key),
            RequestKey.of(Principal.NONE, "createTable", "/v1/tables", key),
            RequestKey.of(Principal.of("ann"), "dropTable", "/v1/tables", key),
            RequestKey.of(Principal.of("ann"), "createTable", "/v1/views", key));
    for (RequestKey request : requests) {
      assertEquals(new Kept.Done(), server.reserved(request).finish(Outcome.of(204)));
    }
    Server elsewhere = new Site(this).server();
    requests.forEach(request -> assertEquals(request, elsewhere.reserved(request).request()));
  }

  @Test
  default void ofManyWhoAskAtOnceOneReserves() {
    Site site = new Site(this);
    List<Server> servers = List.of(site.server(), site.server(), site.server());
    for (int round = 0; round < 5; round++) {
      RequestKey request = Site.request("k" + round);
      boolean isTakeover = round % 2 == 1;
      if (isTakeover) {
        assertEquals(new Kept.Done(), servers.get(0).reserved(request).abandon());
      }
      List<Reservation> answers =
          Race.run(Race.THREADS, thread -> servers.get(thread % 3).reserve(request));
      long owners =
          answers.stream().filter(answer -> !(answer instanceof Reservation.Answer)).count();
      assertEquals(1, owners, answers::toString);
      assertEquals(
          isTakeover ? 1 : 0,
          answers.stream().filter(Reservation.TakenOver.class::isInstance).count());
    }
  }

  @Test
  default void aRecordTellsOperatorsWhoHasIt() {
    Site site = new Site(this);
    Server server = site.server();
    Ownership owner = server.reserved(Site.request("k"));
    var info = server.records().load(Site.request("k")).orElseThrow();
    assertEquals(false, info.isFinal());
    assertEquals(Site.PAYLOAD, info.fingerprint());
    assertEquals(owner.deadline(), info.expiresAt());
    assertEquals(owner.acceptedAt().plus(Site.SETTINGS.lease()), info.leaseUntil());
    assertEquals("host/server 1", info.owner());
  }

  @Test
  default void aPurgeDeletesWhatIsPastItsTimeInBatchesAndNothingElse() {
    Site site = new Site(this);
    Server server = site.server();
    for (int i = 0; i < 7; i++) {
      Ownership owner = server.reserved(Site.request("old" + i));
      assertEquals(new Kept.Done(), i % 2 == 0 ? owner.finish(Outcome.of(200)) : owner.abandon());
    }
    site.pass(KEPT.plus(MICRO));
    Ownership live = server.reserved(Site.request("new"));
    long deleted = 0;
    int calls = 0;
    Purged purged;
    do {
      purged = server.records().purge(2);
      assertTrue(purged.examined() <= 2, purged::toString);
      deleted += purged.deleted();
      calls++;
    } while (!purged.isComplete() && calls < 100);
    assertEquals(7, deleted);
    for (int i = 0; i < 7; i++) {
      assertEquals(Optional.empty(), server.records().load(Site.request("old" + i)));
    }
    assertEquals(new Kept.Done(), live.finish(Outcome.of(200)));
  }
}
