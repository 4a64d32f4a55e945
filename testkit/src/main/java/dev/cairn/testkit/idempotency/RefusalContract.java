package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import dev.cairn.api.idempotency.ErrorSubtype;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.IdempotentResult.Executed;
import dev.cairn.api.idempotency.IdempotentResult.Refused;
import dev.cairn.api.idempotency.IdempotentResult.Replayed;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Refusals that clients must not hear: after one, they delete the files that their request was to
 * commit.
 */
public interface RefusalContract extends IdempotencyPart {
  // Server 1 stalls before its commit. Server 2 takes over, and refuses the request for a reason
  // that is never final. Told so, the client would delete the files that server 1 then commits.
  @Test
  default void noRefusalIsSentThatAnEarlierOwnerMayContradict() {
    for (int status : List.of(401, 403, 408, 425, 429)) {
      Site site = new Site(this);
      Server a = site.serverWithReference();
      Server b = site.server();
      RequestKey request = Site.request("k");
      List<IdempotentResult> others = new ArrayList<>();
      IdempotentResult earlier =
          a.executor()
              .execute(
                  a.call(request),
                  execution -> {
                    site.pass(RecordContract.LAPSE);
                    others.add(
                        b.executor().execute(b.call(request), refusing -> Outcome.of(status)));
                    return execution.commit(a.store(), Site.MAIN, Site.raise("x"));
                  });
      assertInProgress(others.get(0));
      assertInProgress(earlier);
      assertEquals(
          new Executed(Site.created(1)),
          b.executor().execute(b.call(request), refusing -> Outcome.of(status)));
      assertEquals(1, site.effects("x"));
    }
  }

  // The other way round: server 2 takes over and commits, and then server 1, which knows nothing of
  // that, refuses the request. Its client hears what became of the request.
  @Test
  default void anOwnerThatWasTakenOverDoesNotRefuseWhatTookEffect() {
    for (int status : List.of(401, 403, 408, 425, 429)) {
      Site site = new Site(this);
      Server a = site.serverWithReference();
      Server b = site.server();
      RequestKey request = Site.request("k");
      IdempotentResult slow =
          a.executor()
              .execute(
                  a.call(request),
                  execution -> {
                    site.pass(RecordContract.LAPSE);
                    assertEquals(
                        new Executed(Site.created(1)),
                        b.executor().execute(b.call(request), ExecutorContract.raising(b, "x")));
                    return Outcome.of(status);
                  });
      assertEquals(new Replayed(Site.created(1), Optional.empty()), slow);
    }
  }

  // Whether it was taken over it cannot find out, as its record is out of reach.
  @Test
  default void anOwnerThatCannotGiveItsRecordBackDoesNotRefuse() {
    Site site = new Site(this);
    var unused = site.serverWithReference();
    boolean[] isCut = new boolean[1];
    Server server =
        site.server(
            new ForwardingBackend(site.backend()) {
              @Override
              public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
                if (isCut[0]) {
                  throw new BackendUnavailableException("cut off");
                }
                return super.deleteIf(key, expected);
              }
            },
            Site.SETTINGS);
    assertInProgress(
        server
            .executor()
            .execute(
                server.call(Site.request("k")),
                execution -> {
                  isCut[0] = true;
                  return Outcome.of(403);
                }));
  }

  private static void assertInProgress(IdempotentResult result) {
    assertEquals(
        ErrorSubtype.REQUEST_IN_PROGRESS, assertInstanceOf(Refused.class, result).subtype());
  }

  // Where no head can fence, nothing is gained by keeping the reason from the client.
  @Test
  default void aRefusalIsSentAfterATakeoverWithoutAFence() {
    Site site = new Site(this);
    Server server = site.server();
    RequestKey request = Site.request("k");
    Ownership unused = server.reserved(request);
    site.pass(RecordContract.LAPSE);
    IdempotentCall call =
        IdempotentCall.withoutTakeoverFence(request).withFingerprint(Site.PAYLOAD);
    assertEquals(
        new Executed(Outcome.of(403)),
        server.executor().execute(call, refusing -> Outcome.of(403)));
  }

  // The commit is applied, and then something else goes wrong in the handler. Had the server died
  // before it could answer, the next attempt would hear 201: so this one does too.
  @Test
  default void aHandlerCannotRefuseWhatItHasCommitted() {
    for (int status : List.of(403, 409)) {
      for (boolean isTakeover : List.of(false, true)) {
        Site site = new Site(this);
        Server server = site.serverWithReference();
        RequestKey request = Site.request("k");
        if (isTakeover) {
          Ownership unused = server.reserved(request);
          site.pass(RecordContract.LAPSE);
        }
        Execution.Handler handler =
            execution -> {
              Outcome unused = execution.commit(server.store(), Site.MAIN, Site.raise("x"));
              return Outcome.of(status);
            };
        assertEquals(
            new Executed(Site.created(1)),
            server.executor().execute(server.call(request), handler),
            status + ", after a takeover: " + isTakeover);
        assertEquals(1, site.effects("x"));
      }
    }
  }

  // The owner has committed and stands still until its client's key was used for something else.
  @Test
  default void anOwnerGetsNoConflictWithALaterRequest() {
    Site site = new Site(this);
    Server slow = site.serverWithReference();
    Server other = site.server();
    RequestKey request = Site.request("k");
    IdempotentResult result =
        slow.executor()
            .execute(
                slow.call(request),
                execution -> {
                  Outcome made = execution.commit(slow.store(), Site.MAIN, Site.raise("x"));
                  site.pass(DeadlineContract.OVER);
                  assertEquals(
                      new Executed(Outcome.of(200)),
                      other
                          .executor()
                          .execute(
                              other.call(request).withFingerprint(Site.OTHER),
                              later -> Outcome.of(200)));
                  return made;
                });
    assertEquals(new Executed(Site.created(1)), result);
  }
}
