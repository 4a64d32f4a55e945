package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.ErrorSubtype;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.IdempotentResult.Executed;
import dev.cairn.api.idempotency.IdempotentResult.Refused;
import dev.cairn.api.idempotency.IdempotentResult.Replayed;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.Reconciliation;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Failures that clients receive: from then on, no owner of the request makes any step of it. */
public interface FailureContract extends IdempotencyPart {
  /** A server that stalls in its handler while {@code other} takes its request over. */
  private static IdempotentResult stalling(
      Site site,
      Server stalled,
      Server other,
      List<IdempotentResult> others,
      Execution.Handler meanwhile,
      Execution.Handler afterwards) {
    RequestKey request = Site.request("k");
    return stalled
        .executor()
        .execute(
            stalled.call(request),
            execution -> {
              site.pass(RecordContract.LAPSE);
              others.add(other.executor().execute(other.call(request), meanwhile));
              return afterwards.handle(execution);
            });
  }

  // Server 1 stalls before step "a". Server 2 takes over and ends the request with 404. Server 1
  // resumes with its step, which has a place of its own in the head: it finds the failure all the
  // same, and its client hears 404.
  @Test
  default void aFailureFencesNamedStepsToo() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Server b = site.server();
    List<IdempotentResult> others = new ArrayList<>();
    IdempotentResult earlier =
        stalling(
            site,
            a,
            b,
            others,
            failing -> Outcome.of(404),
            execution -> {
              Bytes unused = execution.commit(a.store(), Site.MAIN, "a", Site.raiseBytes("x"));
              return Outcome.of(200);
            });
    assertEquals(List.of(new Executed(Outcome.of(404))), others);
    assertEquals(new Replayed(Outcome.of(404), Optional.empty()), earlier);
    assertEquals(0, site.effects("x"));
  }

  @Test
  default void aRecordedFailureIsTheResultOfEveryStep() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Ownership owner = a.reserved(Site.request("k"));
    CommitKey one = owner.commitKey("one");
    KeyedCommit.Applied first =
        assertInstanceOf(
            KeyedCommit.Applied.class, a.store().commit(Site.MAIN, one, Site.raiseBytes("x")));
    KeyedCommit failed = new KeyedCommit.AlreadyFailed(Bytes.ofUtf8("404"));
    Server b = site.server();
    assertEquals(
        failed, b.store().recordFailure(Site.MAIN, owner.commitKey(""), Bytes.ofUtf8("404")));
    for (String step : List.of("", "two", "three")) {
      CommitKey key = owner.commitKey(step);
      assertEquals(failed, a.store().commit(Site.MAIN, key, Site.raiseBytes("x")), step);
      assertEquals(Optional.of(failed), a.store().findKey(Site.MAIN, key), step);
      assertEquals(failed, a.store().recordFailure(Site.MAIN, key, Bytes.ofUtf8("other")), step);
    }
    assertEquals(
        new KeyedCommit.AlreadyApplied(first.result(), first.id()),
        a.store().commit(Site.MAIN, one, Site.raiseBytes("x")),
        "what was done before stays known");
    assertEquals(1, site.effects("x"));
    assertInstanceOf(
        KeyedCommit.Applied.class,
        a.store()
            .commit(
                Site.MAIN, a.reserved(Site.request("l")).commitKey("two"), Site.raiseBytes("y")),
        "another request");
  }

  // Server 2 tries a step on another reference than the declared one, is refused, and answers 404.
  // Server 1 resumes with a different step on that reference.
  @Test
  default void aFailureFencesEveryReferenceThatItsOwnerTried() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    var unused = a.store().createReference("other");
    Server b = site.server();
    List<IdempotentResult> others = new ArrayList<>();
    IdempotentResult earlier =
        stalling(
            site,
            a,
            b,
            others,
            execution -> {
              assertThrows(
                  IllegalStateException.class,
                  () ->
                      execution.commit(
                          b.store(),
                          "other",
                          "one",
                          workspace -> {
                            throw new IllegalStateException("no such table");
                          }));
              return Outcome.of(404);
            },
            execution -> {
              Bytes two = execution.commit(a.store(), "other", "two", Site.raiseBytes("x"));
              return Outcome.of(200, "text/plain", two);
            });
    assertEquals(List.of(new Executed(Outcome.of(404))), others);
    assertEquals(new Replayed(Outcome.of(404), Optional.empty()), earlier);
    assertEquals(0, Site.effects(a.store().current("other"), "x"));
  }

  // Server 2 takes over, and its reconciler reports how the request failed. Server 1 resumes.
  @Test
  default void aFailureThatTheReconcilerReportsFencesToo() {
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
                      b.executor()
                          .execute(
                              b.call(request)
                                  .reconciling(
                                      owner -> new Reconciliation.Applied(Outcome.of(409))),
                              ExecutorContract.raising(b, "x")));
                  return execution.commit(a.store(), Site.MAIN, Site.raise("x"));
                });
    assertEquals(List.of(new Executed(Outcome.of(409))), others);
    assertEquals(new Replayed(Outcome.of(409), Optional.empty()), earlier);
    assertEquals(0, site.effects("x"));
  }

  // Server 2 has ended the request with 404. Server 3, which took over at the same time or finds
  // the record open again, has a handler that catches everything and answers 409.
  @Test
  default void aHandlerThatHidesARecordedFailureDoesNotReplaceIt() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    RequestKey request = Site.request("k");
    Ownership first = a.reserved(request);
    IdempotentResult result =
        takenOver(site, a, request)
            .executor()
            .execute(
                a.call(request),
                execution -> {
                  Bytes failure = first.encode(Outcome.of(404));
                  var unused = a.store().recordFailure(Site.MAIN, first.commitKey(""), failure);
                  try {
                    return execution.commit(a.store(), Site.MAIN, Site.raise("x"));
                  } catch (RuntimeException e) {
                    return Outcome.of(409);
                  }
                });
    assertEquals(new Executed(Outcome.of(404)), result);
    assertEquals(0, site.effects("x"));
  }

  private static Server takenOver(Site site, Server server, RequestKey request) {
    site.pass(RecordContract.LAPSE);
    assertEquals(false, server.records().load(request).orElseThrow().isFinal());
    return server;
  }

  private static Outcome large(int status, int bytes) {
    return Outcome.of(status, "text/plain", Bytes.ofUtf8("x".repeat(bytes)));
  }

  // A head has no room for a body of 10 KB, or of a megabyte. The failure has to be final all the
  // same: for the client, for server 1, which resumes, and for repetitions.
  @Test
  default void aLargeFailureAfterATakeoverIsFinal() {
    for (int bytes : List.of(10 << 10, 1 << 20)) {
      Site site = new Site(this);
      Server a = site.serverWithReference();
      Server b = site.server();
      Outcome conflict = large(409, bytes);
      List<IdempotentResult> others = new ArrayList<>();
      IdempotentResult earlier =
          stalling(
              site,
              a,
              b,
              others,
              failing -> conflict,
              execution -> execution.commit(a.store(), Site.MAIN, Site.raise("x")));
      assertEquals(List.of(new Executed(conflict)), others);
      assertEquals(new Replayed(conflict, Optional.empty()), earlier);
      assertEquals(0, site.effects("x"));
      Server c = site.server();
      assertEquals(
          new Replayed(conflict, Optional.empty()),
          c.executor().execute(c.call(Site.request("k")), ExecutorContract.raising(c, "x")));
    }
  }

  // Server 2 has recorded its large failure in the head and dies before it ends the record. Server
  // 3
  // finds the marker, and with it the body.
  @Test
  default void aLargeFailureOutlivesItsOwner() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    RequestKey request = Site.request("k");
    Outcome conflict = large(409, 10 << 10);
    Ownership dying = a.reserved(request);
    assertInstanceOf(
        KeyedCommit.AlreadyFailed.class,
        a.store().recordFailure(Site.MAIN, dying.commitKey(""), dying.encode(conflict)));
    site.pass(RecordContract.LAPSE);
    Server b = site.server();
    Execution.Handler never =
        execution -> {
          throw new AssertionError("the head knows that it failed");
        };
    assertEquals(new Executed(conflict), b.executor().execute(b.call(request), never));
    assertEquals(
        new Replayed(conflict, Optional.empty()), b.executor().execute(b.call(request), never));
  }

  // A failure too large to be kept is final too: it cannot be replayed, and the request is not
  // executed again.
  @Test
  default void aFailureTooLargeToBeKeptIsFinalAndCannotBeToldAgain() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Server b = site.server();
    Outcome conflict = large(409, Math.toIntExact(Site.SETTINGS.maxOutcomeBytes()));
    List<IdempotentResult> others = new ArrayList<>();
    IdempotentResult earlier =
        stalling(
            site,
            a,
            b,
            others,
            failing -> conflict,
            execution -> execution.commit(a.store(), Site.MAIN, Site.raise("x")));
    assertEquals(List.of(new Executed(conflict)), others);
    assertEquals(
        ErrorSubtype.IDEMPOTENCY_REPLAY_FAILED, assertInstanceOf(Refused.class, earlier).subtype());
    assertEquals(0, site.effects("x"));
  }
}
