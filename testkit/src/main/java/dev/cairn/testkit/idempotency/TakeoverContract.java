package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.ErrorSubtype;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.IdempotentResult.Executed;
import dev.cairn.api.idempotency.IdempotentResult.Refused;
import dev.cairn.api.idempotency.IdempotentResult.Replayed;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.Reconciliation;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.store.CommitKey;
import dev.cairn.api.store.KeyedCommit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Owners that die or are slow at each step, and those who take their requests over. */
public interface TakeoverContract extends IdempotencyPart {
  /** An owner that died: it does nothing more, and its lease lapses. */
  final class Died extends Error {
    private static final long serialVersionUID = 1;
  }

  private static void assertOnce(Site site, Server next, RequestKey request) {
    site.pass(RecordContract.LAPSE);
    IdempotentResult first =
        next.executor().execute(next.call(request), ExecutorContract.raising(next, "x"));
    assertEquals(new Executed(Site.created(1)), first);
    assertEquals(
        new Replayed(Site.created(1), Optional.empty()),
        next.executor().execute(next.call(request), ExecutorContract.raising(next, "x")));
    assertEquals(1, site.effects("x"));
  }

  @Test
  default void anOwnerThatDiesBeforeItExecutesIsReplaced() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Ownership unused = a.reserved(Site.request("k"));
    assertOnce(site, site.server(), Site.request("k"));
  }

  @Test
  default void anOwnerThatDiesWhileItExecutesIsReplaced() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    assertThrows(
        Died.class,
        () ->
            a.executor()
                .execute(
                    a.call(Site.request("k")),
                    execution -> {
                      throw new Died();
                    }));
    assertOnce(site, site.server(), Site.request("k"));
  }

  // The gap that no record can close: the commit is there, its record says "in progress".
  @Test
  default void anOwnerThatDiesBetweenCommitAndEndHasCommittedOnce() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Execution.Handler dying =
        execution -> {
          Outcome unused = execution.commit(a.store(), Site.MAIN, Site.raise("x"));
          throw new Died();
        };
    assertThrows(Died.class, () -> a.executor().execute(a.call(Site.request("k")), dying));
    site.pass(RecordContract.LAPSE);
    Server b = site.server();
    IdempotentResult found =
        b.executor()
            .execute(
                b.call(Site.request("k")),
                execution -> {
                  throw new AssertionError("the head knows that it was executed");
                });
    assertEquals(new Executed(Site.created(1)), found);
    assertEquals(1, site.effects("x"));
  }

  // The seed's timeline. The commit is done, but its client hears "unknown"; it sends the commit
  // again, gets a conflict with its own change, takes that for a failure, and deletes the
  // files that the table now refers to.
  @Test
  default void theCorruptionThatStartedItAllDoesNotHappen() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Execution.Handler commitSnapshot =
        execution ->
            execution.commit(
                a.store(),
                Site.MAIN,
                workspace -> {
                  if (Site.effects(workspace, "snapshot") > 0) {
                    return Outcome.of(409); // the base is not what the client expects
                  }
                  return Site.created(Site.raise(workspace, "snapshot"));
                });
    IllegalStateException lost = new IllegalStateException("503: commit state unknown");
    assertThrows(
        IllegalStateException.class,
        () ->
            a.executor()
                .execute(
                    a.call(Site.request("k")),
                    execution -> {
                      Outcome unused = commitSnapshot.handle(execution);
                      throw lost;
                    }));
    // Without a key, the retry is refused for what it did itself.
    assertEquals(
        409,
        assertInstanceOf(
                Executed.class, a.executor().execute(IdempotentCall.withoutKey(), commitSnapshot))
            .outcome()
            .status());
    // With its key it gets what became of it: nothing is deleted.
    assertEquals(
        new Executed(Site.created(1)),
        a.executor().execute(a.call(Site.request("k")), commitSnapshot));
    assertEquals(1, site.effects("snapshot"));
  }

  // A pauses in its handler. B takes over, commits and tells its client. A wakes up and commits:
  // its key is applied, so nothing happens, and A's client gets the same answer.
  @Test
  default void aSlowEarlierOwnerGetsTheResultOfTheNewOne() {
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
                      b.executor().execute(b.call(request), ExecutorContract.raising(b, "x")));
                  return execution.commit(a.store(), Site.MAIN, Site.raise("x"));
                });
    assertEquals(List.of(new Executed(Site.created(1))), others);
    assertEquals(new Replayed(Site.created(1), Optional.empty()), earlier);
    assertEquals(1, site.effects("x"));
  }

  // A pauses. B takes over, finds that the request must fail (there is no such table), and tells
  // its
  // client 404. Then the table appears, and A wakes up and commits. The client believes that
  // nothing was done: so B's failure is in the head before it is sent, and A is refused.
  @Test
  default void aFailureAfterATakeoverIsFinalForTheSlowEarlierOwnerToo() {
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
                  others.add(b.executor().execute(b.call(request), failing -> Outcome.of(404)));
                  return execution.commit(a.store(), Site.MAIN, Site.raise("x"));
                });
    assertEquals(List.of(new Executed(Outcome.of(404))), others);
    assertEquals(new Replayed(Outcome.of(404), Optional.empty()), earlier);
    assertEquals(0, site.effects("x"));
  }

  // The same, but A commits just before B's failure is recorded: the failure is not true any more,
  // and B's client gets A's success.
  @Test
  default void aSlowEarlierOwnerThatCommitsBeforeTheFailureIsRecordedWins() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    Server b = site.server();
    RequestKey request = Site.request("k");
    Ownership slow = a.reserved(request);
    site.pass(RecordContract.LAPSE);
    IdempotentResult result =
        b.executor()
            .execute(
                b.call(request),
                execution -> {
                  Bytes encoded = encoded(site, Site.created(1));
                  var unused =
                      a.store()
                          .commit(
                              Site.MAIN,
                              slow.commitKey(""),
                              workspace -> {
                                long number = Site.raise(workspace, "x");
                                assertEquals(1, number);
                                return encoded;
                              });
                  return Outcome.of(404);
                });
    assertEquals(new Executed(Site.created(1)), result);
    assertEquals(1, site.effects("x"));
  }

  // What an execution keeps with its key, seen through the head.
  private static Bytes encoded(Site site, Outcome outcome) {
    Server server = site.server();
    RequestKey request = Site.request("encoding");
    var unused =
        server
            .executor()
            .execute(
                server.call(request),
                execution -> execution.commit(server.store(), Site.MAIN, workspace -> outcome));
    Ownership probe = server.reserved(Site.request("probe"));
    var key =
        new CommitKey(
            request.name(), "", probe.acceptedAt(), probe.deadline(), probe.commitKey("").window());
    return assertInstanceOf(
            KeyedCommit.AlreadyApplied.class, server.store().findKey(Site.MAIN, key).orElseThrow())
        .result();
  }

  @Test
  default void theReconcilerIsAskedAfterATakeoverAndOnlyThen() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    List<Reconciliation> answers =
        List.of(
            new Reconciliation.Applied(Outcome.of(200)),
            new Reconciliation.NotApplied(),
            new Reconciliation.Incompatible(Outcome.of(422)),
            new Reconciliation.Undecided("the other side does not answer"));
    for (int i = 0; i < answers.size(); i++) {
      RequestKey request = Site.request("k" + i);
      Reconciliation answer = answers.get(i);
      List<Ownership> asked = new ArrayList<>();
      var call =
          server
              .call(request)
              .reconciling(
                  owner -> {
                    asked.add(owner);
                    return answer;
                  });
      Ownership unused = server.reserved(request);
      site.pass(RecordContract.LAPSE);
      String name = "x" + i;
      IdempotentResult result =
          server.executor().execute(call, ExecutorContract.raising(server, name));
      assertEquals(1, asked.size());
      assertEquals(answer instanceof Reconciliation.NotApplied ? 1 : 0, site.effects(name));
      if (answer instanceof Reconciliation.Undecided) {
        assertEquals(
            ErrorSubtype.IDEMPOTENCY_REPLAY_FAILED,
            assertInstanceOf(Refused.class, result).subtype());
        assertInstanceOf(Reservation.TakenOver.class, server.reserve(request));
      } else {
        int status = List.of(200, 201, 422).get(i);
        assertEquals(status, assertInstanceOf(Executed.class, result).outcome().status());
        assertInstanceOf(Replayed.class, server.executor().execute(call, again -> Outcome.of(500)));
      }
    }
  }

  @Test
  default void anOwnerWhoseWindowIsOverGetsWindowExpiredAndNothingIsReleased() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    RequestKey request = Site.request("k");
    IdempotentResult result =
        server
            .executor()
            .execute(
                server.call(request),
                execution -> {
                  for (int i = 0; i < 200; i++) {
                    site.pass(Duration.ofSeconds(10));
                    server.ticks().tick();
                  }
                  return execution.commit(server.store(), Site.MAIN, Site.raise("x"));
                });
    assertEquals(
        ErrorSubtype.IDEMPOTENCY_REPLAY_FAILED, assertInstanceOf(Refused.class, result).subtype());
    assertEquals(false, server.records().load(request).orElseThrow().isFinal());
    assertEquals(0, site.effects("x"));
  }

  // Two commits to two references. The owner dies between them; the next owner makes the second one
  // only, and gets the result of the first.
  @Test
  default void aSequenceOfStepsIsResumedWhereItStopped() {
    Site site = new Site(this);
    Server a = site.serverWithReference();
    var unused = a.store().createReference("other");
    RequestKey request = Site.request("k");
    assertThrows(
        Died.class,
        () ->
            a.executor()
                .execute(
                    a.call(request),
                    execution -> {
                      Bytes first =
                          execution.commit(a.store(), Site.MAIN, "one", Site.raiseBytes("x"));
                      assertEquals("1", first.toUtf8());
                      throw new Died();
                    }));
    site.pass(RecordContract.LAPSE);
    Server b = site.server();
    IdempotentResult result =
        b.executor()
            .execute(
                b.call(request),
                execution -> {
                  Bytes first = execution.commit(b.store(), Site.MAIN, "one", Site.raiseBytes("x"));
                  Bytes second = execution.commit(b.store(), "other", "two", Site.raiseBytes("x"));
                  return Outcome.of(
                      200, "text/plain", Bytes.ofUtf8(first.toUtf8() + "," + second.toUtf8()));
                });
    assertEquals(
        Outcome.of(200, "text/plain", Bytes.ofUtf8("1,1")),
        assertInstanceOf(Executed.class, result).outcome());
    assertEquals(1, site.effects("x"));
    assertEquals(1, Site.effects(b.store().current("other"), "x"));
  }

  // One step is done when the handler is throttled. Were the record released, the next attempt
  // would look for that step under another time of acceptance, and make it again.
  @Test
  default void aRequestOfWhichAStepIsDoneIsNotReleased() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    RequestKey request = Site.request("k");
    Execution.Handler throttled =
        execution -> {
          Bytes unused = execution.commit(server.store(), Site.MAIN, "one", Site.raiseBytes("x"));
          return Outcome.of(429);
        };
    assertEquals(
        new Executed(Outcome.of(429)), server.executor().execute(server.call(request), throttled));
    assertEquals(
        new Executed(Outcome.of(200)),
        server
            .executor()
            .execute(
                server.call(request),
                execution -> {
                  Bytes unused =
                      execution.commit(server.store(), Site.MAIN, "one", Site.raiseBytes("x"));
                  return Outcome.of(200);
                }));
    assertEquals(1, site.effects("x"));
  }
}
