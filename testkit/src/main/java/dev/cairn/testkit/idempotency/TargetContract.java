package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentResult.Executed;
import dev.cairn.api.idempotency.IdempotentResult.Replayed;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.RequestKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reference that a call names is the one its commit goes to. */
public interface TargetContract extends IdempotencyPart {
  // A failure after a takeover is recorded in the reference that the call names. If the commit went
  // to another one, a slow owner could still make it after the client heard of the failure.
  @Test
  default void aCommitToAnotherReferenceThanTheCallNamesIsRefused() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    var unused = server.store().createReference("other");
    RequestKey request = Site.request("k");
    Execution.Handler elsewhere =
        execution -> execution.commit(server.store(), "other", Site.raise("x"));
    for (IdempotentCall call :
        List.of(
            server.call(request),
            IdempotentCall.withoutTakeoverFence(request).withFingerprint(Site.PAYLOAD))) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class, () -> server.executor().execute(call, elsewhere));
      assertTrue(String.valueOf(e.getMessage()).contains("'other'"), e::getMessage);
      assertEquals(0, Site.effects(server.store().current("other"), "x"));
    }
    assertEquals(
        new Executed(Site.created(1)),
        server.executor().execute(server.call(request), ExecutorContract.raising(server, "x")));
  }

  @Test
  default void stepsMayCommitToFurtherReferences() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    var unused = server.store().createReference("other");
    Execution.Handler steps =
        execution -> {
          Bytes one = execution.commit(server.store(), Site.MAIN, "one", Site.raiseBytes("x"));
          Bytes two = execution.commit(server.store(), "other", "two", Site.raiseBytes("x"));
          return Outcome.of(200, "text/plain", Bytes.ofUtf8(one.toUtf8() + two.toUtf8()));
        };
    IdempotentCall call = server.call(Site.request("k"));
    assertInstanceOf(Executed.class, server.executor().execute(call, steps));
    assertInstanceOf(Replayed.class, server.executor().execute(call, steps));
    assertEquals(1, Site.effects(server.store().current("other"), "x"));
  }
}
