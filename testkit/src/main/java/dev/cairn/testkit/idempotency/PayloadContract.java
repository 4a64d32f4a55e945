package dev.cairn.testkit.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.CanonicalJson;
import dev.cairn.api.idempotency.ErrorSubtype;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.IdempotentResult.Executed;
import dev.cairn.api.idempotency.IdempotentResult.Refused;
import dev.cairn.api.idempotency.IdempotentResult.Replayed;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A payload is compared with the record, and with nothing else. */
public interface PayloadContract extends IdempotencyPart {
  /** A connection on which something happens just before the next record is asked for. */
  final class Meanwhile extends ForwardingBackend {
    private Runnable next = () -> {};

    Meanwhile(IdempotencyPart part) {
      super(part.backend());
    }

    void beforeNextInsert(Runnable action) {
      next = action;
    }

    @Override
    public CasResult<ObjectRow> insert(ObjectRow row) {
      Runnable now = next;
      next = () -> {};
      now.run();
      return super.insert(row);
    }
  }

  private static void assertConflict(IdempotentResult result) {
    assertEquals(
        ErrorSubtype.IDEMPOTENCY_KEY_CONFLICT, assertInstanceOf(Refused.class, result).subtype());
  }

  // The request is done. Its key comes with another payload, by mistake; while that is asked for,
  // the client repeats the request itself. Compared with the mistake, it would be answered 422, and
  // an Iceberg client would delete the files that it has committed.
  @Test
  default void aRepetitionIsNotComparedWithAnotherPayloadUnderWay() {
    Site site = new Site(this);
    var unused = site.serverWithReference();
    Meanwhile connection = new Meanwhile(this);
    Server server = site.server(connection, Site.SETTINGS);
    RequestKey request = Site.request("k");
    assertEquals(
        new Executed(Site.created(1)),
        server.executor().execute(server.call(request), ExecutorContract.raising(server, "x")));
    List<IdempotentResult> repetitions = new ArrayList<>();
    connection.beforeNextInsert(
        () ->
            repetitions.add(
                server
                    .executor()
                    .execute(server.call(request), ExecutorContract.raising(server, "x"))));
    assertConflict(
        server
            .executor()
            .execute(
                server.call(request).withFingerprint(Site.OTHER),
                ExecutorContract.raising(server, "x")));
    assertEquals(List.of(new Replayed(Site.created(1), Optional.empty())), repetitions);
    assertEquals(1, site.effects("x"));
  }

  // The same before the record is there: the payload that it is written with is the right one,
  // whichever came first.
  @Test
  default void ofTwoPayloadsUnderWayTheRecordedOneIsExecuted() {
    Site site = new Site(this);
    var unused = site.serverWithReference();
    Meanwhile connection = new Meanwhile(this);
    Server server = site.server(connection, Site.SETTINGS);
    RequestKey request = Site.request("k");
    List<IdempotentResult> others = new ArrayList<>();
    connection.beforeNextInsert(
        () ->
            others.add(
                server
                    .executor()
                    .execute(server.call(request), ExecutorContract.raising(server, "x"))));
    assertConflict(
        server
            .executor()
            .execute(
                server.call(request).withFingerprint(Site.OTHER),
                ExecutorContract.raising(server, "y")));
    assertEquals(List.of(new Executed(Site.created(1))), others);
    assertEquals(1, site.effects("x"));
    assertEquals(0, site.effects("y"));
  }

  // A request without a fingerprint matches every payload, but the record has one.
  @Test
  default void aPayloadIsNotComparedWithARequestWithoutFingerprint() {
    Site site = new Site(this);
    var unused = site.serverWithReference();
    Meanwhile connection = new Meanwhile(this);
    Server server = site.server(connection, Site.SETTINGS);
    RequestKey request = Site.request("k");
    var first =
        server.executor().execute(server.call(request), ExecutorContract.raising(server, "x"));
    assertEquals(new Executed(Site.created(1)), first);
    List<IdempotentResult> others = new ArrayList<>();
    connection.beforeNextInsert(
        () ->
            others.add(
                server
                    .executor()
                    .execute(
                        server.call(request).withFingerprint(Site.OTHER),
                        ExecutorContract.raising(server, "x"))));
    assertEquals(
        new Replayed(Site.created(1), Optional.empty()),
        server
            .executor()
            .execute(
                server.call(request).withFingerprint(Fingerprint.none()),
                ExecutorContract.raising(server, "x")));
    assertEquals(1, others.size());
    assertConflict(others.get(0));
  }

  // DELETE has no body, and still a repetition with one is another request.
  @Test
  default void anEmptyBodyHasAFingerprintLikeAnyOther() {
    Site site = new Site(this);
    Server server = site.serverWithReference();
    for (Fingerprint empty :
        List.of(Fingerprint.ofBytes(Bytes.empty()), CanonicalJson.fingerprint(Bytes.empty()))) {
      RequestKey request = Site.request("k-" + site.clock().instant().toEpochMilli());
      site.pass(RecordContract.LAPSE);
      var call = server.call(request).withFingerprint(empty);
      Outcome done = Outcome.of(204);
      assertEquals(new Executed(done), server.executor().execute(call, execution -> done));
      assertEquals(
          new Replayed(done, Optional.empty()),
          server.executor().execute(call, execution -> Outcome.of(404)));
      Fingerprint object = CanonicalJson.fingerprint(Bytes.ofUtf8("{}"));
      assertConflict(
          server.executor().execute(call.withFingerprint(object), execution -> Outcome.of(404)));
    }
  }
}
