package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.ErrorSubtype;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.IdempotencySettings.WhenUnreachable;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.IdempotentResult.Executed;
import dev.cairn.api.idempotency.IdempotentResult.Refused;
import dev.cairn.api.idempotency.IdempotentResult.Replayed;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.ProcessingStatus;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.testkit.fault.CallCounts;
import dev.cairn.testkit.fault.CountingBackend;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The whole flow around a handler, when no process dies. */
public interface ExecutorContract extends IdempotencyPart {
  /** A handler that raises a number of the site's reference. */
  static Execution.Handler raising(Server server, String name) {
    return execution -> execution.commit(server.store(), Site.MAIN, Site.raise(name));
  }

  private static int status(IdempotentResult result) {
    return result instanceof Executed executed
        ? executed.outcome().status()
        : assertInstanceOf(Replayed.class, result).outcome().status();
  }

  @Test
  default void aRequestIsExecutedOnceAndReplayedToItsRepetitions() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    IdempotentCall call = a.call(Site.request("k"));
    assertEquals(new Executed(Site.created(1)), a.executor().execute(call, raising(a, "x")));
    for (Server server : List.of(a, site.server())) {
      assertEquals(
          new Replayed(Site.created(1), Optional.empty()),
          server.executor().execute(server.call(Site.request("k")), raising(server, "x")));
    }
    assertEquals(1, site.effects("x"));
  }

  @Test
  default void aFirstRequestAddsTwoConditionalWritesAndAReplayIsOneCall() {
    Site site = new Site(this);
    Server setUp = site.serverWithReference();
    CountingBackend counting = new CountingBackend(backend());
    Server server = site.server(counting, Site.SETTINGS);
    setUp.store().commit(Site.MAIN, Site.raiseBytes("warm"));
    server.store().commit(Site.MAIN, Site.raiseBytes("warm"));
    CallCounts before = counting.counts();
    var unused = server.executor().execute(server.call(Site.request("k")), raising(server, "x"));
    CallCounts cost = counting.counts().since(before);
    Map<Operation, Long> expected = new EnumMap<>(Operation.class);
    expected.put(Operation.INSERT, 1L); // reserve
    expected.put(Operation.SWAP, 1L); // finalize
    if (backend().writesAndSwapsAtOnce()) { // the commit's own
      expected.put(Operation.WRITE_AND_SWAP, 1L);
    } else {
      expected.put(Operation.WRITE, 1L);
      expected.put(Operation.SWAP_REFERENCE, 1L);
    }
    assertEquals(expected, calls(cost));
    assertEquals(expected.size(), cost.sequential());
    before = counting.counts();
    unused = server.executor().execute(server.call(Site.request("k")), raising(server, "x"));
    cost = counting.counts().since(before);
    assertEquals(1, cost.of(Operation.INSERT).calls());
    assertEquals(cost.of(Operation.FETCH).calls() + 1, cost.calls(), "a read where it must be");
  }

  private static Map<Operation, Long> calls(CallCounts counts) {
    Map<Operation, Long> calls = new EnumMap<>(Operation.class);
    counts.byOperation().forEach((operation, cost) -> calls.put(operation, cost.calls()));
    return calls;
  }

  @Test
  default void withoutAKeyNotOneCallIsAdded() {
    Site site = new Site(this);
    CountingBackend counting = new CountingBackend(backend());
    Server server = site.server(counting, Site.SETTINGS);
    IdempotentResult result =
        server
            .executor()
            .execute(
                IdempotentCall.withoutKey(),
                execution -> {
                  assertEquals(Optional.empty(), execution.owner());
                  return Outcome.of(204);
                });
    assertEquals(new Executed(Outcome.of(204)), result);
    assertEquals(0, counting.counts().calls());
  }

  @Test
  default void anotherPayloadUnderTheSameKeyIsAConflict() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    IdempotentCall call = server.call(Site.request("k"));
    assertEquals(201, status(server.executor().execute(call, raising(server, "x"))));
    Refused refused =
        assertInstanceOf(
            Refused.class,
            server.executor().execute(call.withFingerprint(Site.OTHER), raising(server, "x")));
    assertEquals(ErrorSubtype.IDEMPOTENCY_KEY_CONFLICT, refused.subtype());
    assertEquals("idempotency_key_conflict", refused.subtype().wireName());
    assertEquals(422, refused.subtype().status());
    assertEquals(1, site.effects("x"));
  }

  @Test
  default void terminalFailuresAreFinalAndOthersAreNot() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    AtomicInteger executions = new AtomicInteger();
    for (int status : List.of(200, 404, 409, 422, 401, 429, 500, 503)) {
      RequestKey request = Site.request("k" + status);
      Execution.Handler handler =
          execution -> {
            executions.incrementAndGet();
            return Outcome.of(status);
          };
      assertEquals(
          new Executed(Outcome.of(status)),
          server.executor().execute(server.call(request), handler));
      int first = executions.get();
      IdempotentResult again = server.executor().execute(server.call(request), handler);
      boolean isFinal = status / 100 == 2 || List.of(404, 409, 422).contains(status);
      assertEquals(isFinal, again instanceof Replayed, () -> status + ": " + again);
      assertEquals(isFinal ? first : first + 1, executions.get());
    }
  }

  @Test
  default void whatTheHandlerThrowsReachesItsCallerAndTheRequestStaysOpen() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    IdempotentCall call = server.call(Site.request("k"));
    IllegalStateException thrown = new IllegalStateException("broken");
    assertEquals(
        thrown,
        assertThrows(
            IllegalStateException.class,
            () ->
                server
                    .executor()
                    .execute(
                        call,
                        execution -> {
                          throw thrown;
                        })));
    assertEquals(201, status(server.executor().execute(call, raising(server, "x"))));
    assertEquals(1, site.effects("x"));
  }

  @Test
  default void repetitionsInOneProcessWaitForTheFirstWithoutACall() throws Exception {
    Site site = new Site(this);
    var unused = site.serverWithReference();
    CountingBackend counting = new CountingBackend(backend());
    Server server = site.server(counting, Site.SETTINGS);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<IdempotentResult> first =
        CompletableFuture.supplyAsync(
            () ->
                server
                    .executor()
                    .execute(
                        server.call(Site.request("k")),
                        execution -> {
                          begun.countDown();
                          await(goOn);
                          return execution.commit(server.store(), Site.MAIN, Site.raise("x"));
                        }));
    begun.await();
    CallCounts before = counting.counts();
    Supplier<IdempotentResult> repeat =
        () -> server.executor().execute(server.call(Site.request("k")), raising(server, "x"));
    List<CompletableFuture<IdempotentResult>> followers =
        List.of(CompletableFuture.supplyAsync(repeat), CompletableFuture.supplyAsync(repeat));
    assertEquals(0, counting.counts().since(before).calls());
    goOn.countDown();
    assertEquals(new Executed(Site.created(1)), first.get());
    for (CompletableFuture<IdempotentResult> follower : followers) {
      // One that came after the first had ended found the record.
      assertEquals(Site.created(1), assertInstanceOf(Replayed.class, follower.get()).outcome());
    }
    assertEquals(1, site.effects("x"));
  }

  /** Waits for {@code latch}, in a handler. */
  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  default void aRepetitionElsewhereWaitsAndIsElseToldToComeAgain() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    RequestKey request = Site.request("k");
    var owner = a.reserved(request);
    Server impatient =
        site.server(backend(), Site.settings(Duration.ofSeconds(2), WhenUnreachable.FAIL));
    Refused refused =
        assertInstanceOf(
            Refused.class,
            impatient.executor().execute(impatient.call(request), raising(impatient, "x")));
    assertEquals(ErrorSubtype.REQUEST_IN_PROGRESS, refused.subtype());
    assertEquals(503, refused.subtype().status());
    assertEquals(true, refused.retryAfter().isPresent());
    var unused = owner.finish(Outcome.of(204));
    assertEquals(
        204,
        status(impatient.executor().execute(impatient.call(request), raising(impatient, "x"))));
    assertEquals(0, site.effects("x"));
  }

  @Test
  default void aLongRequestKeepsItsLeaseByHeartbeats() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    RequestKey request = Site.request("k");
    IdempotentResult result =
        server
            .executor()
            .execute(
                server.call(request),
                execution -> {
                  for (int i = 0; i < 10; i++) {
                    site.pass(Site.SETTINGS.lease().dividedBy(3));
                    server.ticks().tick();
                    assertInstanceOf(Reservation.InProgress.class, site.server().reserve(request));
                  }
                  return execution.commit(server.store(), Site.MAIN, Site.raise("x"));
                });
    assertEquals(new Executed(Site.created(1)), result);
    server.ticks().tick();
    assertEquals(
        201, status(site.server().executor().execute(server.call(request), raising(server, "x"))));
  }

  @Test
  default void withRecordsOutOfReachARequestFailsOrRunsAsConfigured() {
    Site site = new Site(this);
    var unused = site.serverWithReference();
    ForwardingBackend broken =
        new ForwardingBackend(backend()) {
          @Override
          public CasResult<ObjectRow> insert(ObjectRow row) {
            throw new BackendUnavailableException("records are out of reach");
          }
        };
    Server strict = site.server(broken, Site.settings(Duration.ZERO, WhenUnreachable.FAIL));
    assertThrows(
        BackendUnavailableException.class,
        () -> strict.executor().execute(strict.call(Site.request("k")), raising(strict, "x")));
    assertEquals(0, site.effects("x"));
    Server lax = site.server(broken, Site.settings(Duration.ZERO, WhenUnreachable.RUN));
    try (Logged logged = new Logged("EngineIdempotentExecutor")) {
      assertEquals(
          new Executed(Site.created(1)),
          lax.executor().execute(lax.call(Site.request("k")), raising(lax, "x")));
      assertEquals(1, logged.warnings().size(), "an operator has to see that it was unguarded");
      String warning = logged.warnings().get(0).getMessage();
      assertTrue(warning.contains("runs unguarded"), warning);
      assertTrue(warning.contains("cairn.idempotency.when-unreachable"), warning);
    }
    assertEquals(1, lax.counted("request", "unguarded"));
  }

  @Test
  default void summariesAreRebuiltAndResourcesResolvedOnReplay() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    Outcome summary =
        Outcome.of(200)
            .withBody("text/plain", new Outcome.Body.Summary(Bytes.ofUtf8("7")))
            .withResourceId("table 7");
    Outcome whole = summary.withBody("text/plain", new Outcome.Body.Full(Bytes.ofUtf8("seven")));
    IdempotentCall call =
        server
            .call(Site.request("k"))
            .rebuilding(kept -> Optional.of(whole))
            .resolvingStatus(
                id -> {
                  assertEquals("table 7", id);
                  return ProcessingStatus.COMPLETED;
                });
    Execution.Handler handler =
        execution -> execution.commit(server.store(), Site.MAIN, workspace -> summary);
    assertEquals(
        new Executed(whole, Optional.of(ProcessingStatus.PROCESSING)),
        server.executor().execute(call, handler));
    assertEquals(
        new Replayed(whole, Optional.of(ProcessingStatus.COMPLETED)),
        server.executor().execute(call, handler));
    IdempotentCall unresolved =
        call.resolvingStatus(
            id -> {
              throw new IllegalStateException("no answer");
            });
    try (Logged logged = new Logged("Replays")) {
      assertEquals(
          new Replayed(whole, Optional.of(ProcessingStatus.PROCESSING)),
          server.executor().execute(unresolved, handler));
      assertEquals(1, logged.warnings().size());
    }
    Refused refused =
        assertInstanceOf(
            Refused.class,
            server.executor().execute(call.rebuilding(kept -> Optional.empty()), handler));
    assertEquals(ErrorSubtype.IDEMPOTENCY_REPLAY_FAILED, refused.subtype());
  }
}
