package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Bytes;
import dev.cairn.api.Token;
import dev.cairn.api.idempotency.ErrorSubtype;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.IdempotentResult.Executed;
import dev.cairn.api.idempotency.IdempotentResult.Refused;
import dev.cairn.api.idempotency.IdempotentResult.Replayed;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Owners that are stopped while they record a failure on one reference after the other. */
public interface UnfinishedFailureContract extends IdempotencyPart {
  /** The second reference of a request with steps on two. */
  String OTHER = "other";

  /** Loses contact when a reference has been swapped a number of times. */
  final class CutOff extends ForwardingBackend {
    private final String reference;
    private int swaps;

    CutOff(Backend sound, String reference, int swaps) {
      super(sound);
      this.reference = reference;
      this.swaps = swaps;
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      count(next);
      return super.swapReference(expected, next);
    }

    @Override
    public CasResult<ReferenceRow> writeAndSwap(
        Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
      if (writesAndSwapsAtOnce()) {
        count(next);
      }
      return super.writeAndSwap(rows, expected, next);
    }

    private void count(ReferenceRow next) {
      if (next.key().name().equals(reference) && --swaps < 0) {
        throw new BackendUnavailableException("cut off");
      }
    }
  }

  /** Tries a step on the other reference in vain, and answers 404. */
  private static Execution.Handler refused(Server server) {
    return execution -> {
      assertThrows(
          IllegalStateException.class,
          () ->
              execution.commit(
                  server.store(),
                  OTHER,
                  "one",
                  workspace -> {
                    throw new IllegalStateException("no such table");
                  }));
      return Outcome.of(404);
    };
  }

  /**
   * Server 1 stalls in its handler. Server 2 takes over, its step on the other reference is
   * refused, and it is cut off while it records its 404. Server 3 takes over and tells what it
   * finds. Then server 1 goes on with {@code afterwards}.
   */
  private static void stall(Site site, CutOff cutOff, Execution.Handler afterwards) {
    Server a = site.serverWithReference();
    var unused = a.store().createReference(OTHER);
    Server b = site.server(cutOff, Site.SETTINGS);
    Server c = site.server();
    RequestKey request = Site.request("k");
    List<IdempotentResult> others = new ArrayList<>();
    IdempotentResult earlier =
        a.executor()
            .execute(
                a.call(request),
                execution -> {
                  site.pass(RecordContract.LAPSE);
                  others.add(b.executor().execute(b.call(request), refused(b)));
                  others.add(
                      c.executor()
                          .execute(
                              c.call(request),
                              it -> {
                                Bytes none =
                                    it.commit(c.store(), OTHER, "one", Site.raiseBytes("x"));
                                throw new AssertionError("applied: " + none);
                              }));
                  return afterwards.handle(execution);
                });
    assertEquals(
        ErrorSubtype.REQUEST_IN_PROGRESS,
        assertInstanceOf(Refused.class, others.get(0)).subtype(),
        "server 2");
    assertEquals(new Executed(Outcome.of(404)), others.get(1), "server 3");
    assertEquals(new Replayed(Outcome.of(404), Optional.empty()), earlier, "server 1");
    assertEquals(0, site.effects("x"));
    assertEquals(0, Site.effects(a.store().current(OTHER), "x"));
  }

  // The failure is recorded for the step that was tried, but not yet on the declared reference.
  // Server 3 finds it and answers 404: server 1 must not commit to the declared reference any more.
  @Test
  default void aFailureThatAStepFindsIsRecordedOnTheDeclaredReferenceBeforeItIsSent() {
    Site site = new Site(this);
    Server earlier = site.server();
    stall(
        site,
        new CutOff(site.backend(), Site.MAIN, 0),
        execution -> execution.commit(earlier.store(), Site.MAIN, Site.raise("x")));
  }

  // Server 2 is cut off before it could record its failure on the reference that only it has tried.
  // Server 3 cannot know of that one: nothing may tell it yet that the request has failed.
  @Test
  default void theDeclaredReferenceTellsOfAFailureOnlyOnceAllOthersDo() {
    Site site = new Site(this);
    Server earlier = site.server();
    stall(
        site,
        new CutOff(site.backend(), OTHER, 1),
        execution -> {
          Bytes unused = execution.commit(earlier.store(), OTHER, "two", Site.raiseBytes("x"));
          return Outcome.of(200);
        });
  }

  // A handler that catches everything goes on after a step has found that the request failed.
  @Test
  default void aHandlerThatHidesARecordedFailureMakesNoFurtherStep() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    var unused = server.store().createReference(OTHER);
    RequestKey request = Site.request("k");
    Ownership first = server.reserved(request);
    Bytes failure = first.encode(Outcome.of(404));
    var recorded = server.store().recordFailure(OTHER, first.commitKey("one"), failure);
    site.pass(RecordContract.LAPSE);
    IdempotentResult result =
        server
            .executor()
            .execute(
                server.call(request),
                execution -> {
                  assertThrows(
                      RuntimeException.class,
                      () -> execution.commit(server.store(), OTHER, "one", Site.raiseBytes("x")));
                  return execution.commit(server.store(), Site.MAIN, Site.raise("x"));
                });
    assertEquals(new Executed(Outcome.of(404)), result, "after " + recorded);
    assertEquals(0, site.effects("x"));
  }
}
