package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.IdempotentResult.Executed;
import dev.cairn.api.idempotency.IdempotentResult.Refused;
import dev.cairn.api.idempotency.IdempotentResult.Replayed;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.ProcessingStatus;
import dev.cairn.api.idempotency.RequestKey;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What goes with answers: the state of a resource, and the counters of how requests ended. */
public interface AnswerContract extends IdempotencyPart {
  private static Execution.Handler creating(Outcome outcome, Server server) {
    return execution ->
        execution.commit(
            server.store(),
            Site.MAIN,
            workspace -> {
              long unused = Site.raise(workspace, "x");
              return outcome;
            });
  }

  @Test
  default void theFirstAnswerSaysProcessingUntilTheHandlerSetsAnotherStatus() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    Outcome created = Outcome.of(201).withResourceId("table 7");
    IdempotentCall call =
        server.call(Site.request("k")).resolvingStatus(id -> ProcessingStatus.COMPLETED);
    Execution.Handler handler = creating(created, server);
    assertEquals(
        new Executed(created, Optional.of(ProcessingStatus.PROCESSING)),
        server.executor().execute(call, handler));
    assertEquals(
        new Replayed(created, Optional.of(ProcessingStatus.COMPLETED)),
        server.executor().execute(call, handler));
    IdempotentCall quick =
        server.call(Site.request("quick")).resolvingStatus(id -> ProcessingStatus.COMPLETED);
    assertEquals(
        new Executed(created, Optional.of(ProcessingStatus.FAILED)),
        server
            .executor()
            .execute(
                quick,
                execution -> {
                  execution.status(ProcessingStatus.FAILED);
                  return handler.handle(execution);
                }));
  }

  @Test
  default void withoutAResourceOrAResolverNoAnswerHasAStatus() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    Outcome created = Outcome.of(201).withResourceId("table 7");
    assertEquals(
        new Executed(created, Optional.empty()),
        server.executor().execute(server.call(Site.request("a")), creating(created, server)));
    IdempotentCall call =
        server.call(Site.request("b")).resolvingStatus(id -> ProcessingStatus.COMPLETED);
    assertEquals(
        new Executed(Outcome.of(201), Optional.empty()),
        server.executor().execute(call, creating(Outcome.of(201), server)));
  }

  // The owner died after its commit: no client was answered yet, and things went on meanwhile.
  @Test
  default void whatATakeoverFindsExecutedIsResolvedLikeAReplay() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    RequestKey request = Site.request("k");
    Outcome created = Outcome.of(201).withResourceId("table 7");
    assertThrows(
        TakeoverContract.Died.class,
        () ->
            a.executor()
                .execute(
                    a.call(request),
                    execution -> {
                      Outcome unused = creating(created, a).handle(execution);
                      throw new TakeoverContract.Died();
                    }));
    site.pass(RecordContract.LAPSE);
    Server b = site.server();
    assertEquals(
        new Executed(created, Optional.of(ProcessingStatus.COMPLETED)),
        b.executor()
            .execute(
                b.call(request).resolvingStatus(id -> ProcessingStatus.COMPLETED),
                creating(created, b)));
  }

  @Test
  default void conflictsAreCounted() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    IdempotentCall call = server.call(Site.request("k"));
    var unused = server.executor().execute(call, ExecutorContract.raising(server, "x"));
    assertEquals(1, server.counted("request", "original"));
    for (int i = 1; i <= 2; i++) {
      assertInstanceOf(
          Refused.class,
          server
              .executor()
              .execute(call.withFingerprint(Site.OTHER), ExecutorContract.raising(server, "x")));
      assertEquals(i, server.counted("request", "conflict"));
      assertEquals(i, server.counted("reserve", "conflict"));
    }
    assertEquals(1, server.counted("request", "original"));
    assertEquals(0, server.counted("request", "replay"));
  }

  @Test
  default void takeoversAreCountedWithWhatWasFound() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Server b = site.server();
    Ownership unused = a.reserved(Site.request("idle"));
    assertThrows(
        TakeoverContract.Died.class,
        () ->
            a.executor()
                .execute(
                    a.call(Site.request("done")),
                    execution -> {
                      var applied = ExecutorContract.raising(a, "x").handle(execution);
                      assertEquals(Site.created(1), applied);
                      throw new TakeoverContract.Died();
                    }));
    site.pass(RecordContract.LAPSE);
    for (String key : new String[] {"idle", "done"}) {
      assertInstanceOf(
          Executed.class,
          b.executor().execute(b.call(Site.request(key)), ExecutorContract.raising(b, "x")));
    }
    assertEquals(2, b.counted("request", "takeover"));
    assertEquals(2, b.counted("reserve", "taken-over"));
    assertEquals(1, b.counted("reconcile", "not-applied"));
    assertEquals(1, b.counted("reconcile", "applied-in-head"));
    assertEquals(0, b.counted("request", "original"));
  }

  @Test
  default void coalescedRequestsAreCountedApartFromReplays() throws Exception {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    IdempotentCall call = server.call(Site.request("k"));
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<IdempotentResult> first =
        CompletableFuture.supplyAsync(
            () ->
                server
                    .executor()
                    .execute(
                        call,
                        execution -> {
                          begun.countDown();
                          ExecutorContract.await(goOn);
                          return execution.commit(server.store(), Site.MAIN, Site.raise("x"));
                        }));
    begun.await();
    server.beforeWaitingForOthers(goOn::countDown);
    assertEquals(
        new Replayed(Site.created(1), Optional.empty(), true),
        server.executor().execute(call, ExecutorContract.raising(server, "x")));
    assertEquals(new Executed(Site.created(1)), first.get());
    assertEquals(1, server.counted("request", "original"));
    assertEquals(1, server.counted("request", "coalesced"));
    assertEquals(0, server.counted("request", "replay"));
  }
}
