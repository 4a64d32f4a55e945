package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.FinalizationPolicy;
import dev.cairn.api.idempotency.IdempotentResult.Executed;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.Reconciliation;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A 5xx is never kept, whichever caller asks for it: it says nothing of the request. */
public interface ServerErrorContract extends IdempotencyPart {
  private static void assertRefused(Executable keeping) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, keeping);
    assertTrue(String.valueOf(e.getMessage()).contains("503"), e::getMessage);
  }

  // Nothing is final and no head has the key: the next attempt takes effect.
  private static void assertStillOpen(Site site, Server server, RequestKey request) {
    assertEquals(false, server.records().load(request).orElseThrow().isFinal());
    assertEquals(
        new Executed(Site.created(1)),
        server
            .executor()
            .execute(server.call(request), ExecutorContract.raising(server, "retry of it")));
    assertEquals(1, site.effects("retry of it"));
  }

  @Test
  default void anOwnerCannotFinishWithAServerError() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    RequestKey request = Site.request("k");
    Ownership owner = server.reserved(request);
    assertRefused(() -> owner.finish(Outcome.of(503)));
    assertInstanceOf(Reservation.InProgress.class, site.server().reserve(request));
    assertEquals(new Ownership.Kept.Done(), owner.abandon());
    assertStillOpen(site, server, request);
  }

  // Nor by way of a head: what it finds there, every next attempt would refuse to finish with.
  @Test
  default void anOwnerCannotEncodeAServerErrorForAHead() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    RequestKey request = Site.request("k");
    Ownership owner = server.reserved(request);
    assertRefused(() -> owner.encode(Outcome.of(503)));
    assertEquals(new Ownership.Kept.Done(), owner.abandon());
    assertStillOpen(site, server, request);
  }

  @Test
  default void aPolicyCannotFinalizeAServerError() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    RequestKey request = Site.request("k");
    var executor = server.executor(outcome -> FinalizationPolicy.Disposition.FINALIZE);
    assertRefused(() -> executor.execute(server.call(request), execution -> Outcome.of(503)));
    assertStillOpen(site, server, request);
  }

  @Test
  default void aReconcilerCannotKeepAServerError() {
    for (Reconciliation answer :
        List.of(
            new Reconciliation.Applied(Outcome.of(503)),
            new Reconciliation.Incompatible(Outcome.of(503)))) {
      Site site = new Site(this);
      Server server = site.serverWithReference();
      RequestKey request = Site.request("k");
      Ownership slow = server.reserved(request);
      site.pass(RecordContract.LAPSE);
      var call = server.call(request).reconciling(owner -> answer);
      Execution.Handler handler = ExecutorContract.raising(server, "x");
      assertRefused(() -> server.executor().execute(call, handler));
      assertEquals(0, site.effects("x"));
      assertEquals(
          Optional.empty(),
          server.store().findKey(Site.MAIN, slow.commitKey("")),
          answer::toString);
      assertStillOpen(site, server, request);
    }
  }

  // Were the change applied with such an outcome, every repetition would get the answer that the
  // server failed, although the request took effect.
  @Test
  default void aKeyedChangeThatReturnsAServerErrorIsNotApplied() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    RequestKey request = Site.request("k");
    Execution.Handler failing =
        execution ->
            execution.commit(
                server.store(),
                Site.MAIN,
                workspace -> {
                  long number = Site.raise(workspace, "x");
                  return Outcome.of(502 + (int) number);
                });
    assertRefused(() -> server.executor().execute(server.call(request), failing));
    assertEquals(0, site.effects("x"));
    assertStillOpen(site, server, request);
  }
}
