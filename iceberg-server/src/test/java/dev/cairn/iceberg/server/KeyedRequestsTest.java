package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Fingerprint;
import dev.cairn.api.idempotency.IdempotencyKey;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.RequestKey;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.server.KeyedOperations.KeyedOperation;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a repeated request gets: one test for each row of the design's table, on every endpoint. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyedRequestsTest {
  private ServerFixture fixture;
  private HttpCaller http;
  private KeyedOperations operations;
  private Store store;
  private IdempotencyStore records;

  @BeforeAll
  void open(@TempDir Path directory) {
    fixture =
        new ServerFixture(directory, directory, Map.of("cairn.idempotency.wait", "0s"), Map.of());
    http = new HttpCaller(fixture.uri());
    operations = new KeyedOperations(http);
    store = fixture.cairn.catalogs().open("default", ServerFixture.WAREHOUSE);
    records = fixture.cairn.idempotency().store(store.scope());
  }

  @AfterAll
  void close() {
    store.close();
    fixture.close();
  }

  private static HttpResponse<String> send(HttpCaller http, KeyedOperations.Call call, String key) {
    return http.send(call.method(), call.path(), call.body(), Map.of("Idempotency-Key", key));
  }

  private HttpResponse<String> send(KeyedOperations.Call call, String key) {
    return send(http, call, key);
  }

  private static Optional<String> header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name);
  }

  private Ownership reserve(KeyedOperation operation, KeyedOperations.Call call, String key) {
    return reserve(operation, call, key, Fingerprint.none());
  }

  private Ownership reserve(
      KeyedOperation operation, KeyedOperations.Call call, String key, Fingerprint fingerprint) {
    String path = call.path().replaceAll("\\?.*", "");
    RequestKey request =
        RequestKey.of(Principal.NONE, operation.wireName(), path, new IdempotencyKey(key));
    return assertInstanceOf(Reservation.Reserved.class, records.reserve(request, fingerprint))
        .owner();
  }

  private long version() {
    return store.current("main").version();
  }

  @ParameterizedTest
  @EnumSource
  void aRepeatedRequestGetsTheFirstAnswerAndTakesEffectOnce(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation);
    String key = UUID.randomUUID().toString();
    HttpResponse<String> first = send(call, key);
    assertEquals(2, first.statusCode() / 100, first::body);
    assertEquals(Optional.of("completed"), header(first, "Idempotency-Status"));
    assertEquals(Optional.empty(), header(first, "Idempotency-Replayed"));
    long version = version();
    HttpResponse<String> second = send(call, key);
    assertEquals(first.statusCode(), second.statusCode());
    assertEquals(first.body(), second.body());
    assertEquals(header(first, "ETag"), header(second, "ETag"));
    assertEquals(Optional.of("completed"), header(second, "Idempotency-Status"));
    assertEquals(Optional.of("true"), header(second, "Idempotency-Replayed"));
    assertEquals(version, version());
  }

  @ParameterizedTest
  @EnumSource
  void aKeyThatWasUsedForAnotherPayloadIsAConflict(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation);
    String key = UUID.randomUUID().toString();
    assertEquals(2, send(call, key).statusCode() / 100);
    long version = version();
    HttpResponse<String> other = send(call.withOtherPayload(), key);
    assertEquals(422, other.statusCode(), other::body);
    assertEquals("idempotency_key_conflict", HttpCaller.type(other));
    assertEquals(version, version());
  }

  /** With a lease that lives, and with one that has ended. */
  @ParameterizedTest
  @EnumSource
  void aKeyOfAnUnfinishedRequestWithAnotherPayloadIsAConflict(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation);
    String key = UUID.randomUUID().toString();
    Fingerprint other = Fingerprint.ofBytes(Bytes.ofUtf8("another payload"));
    Ownership owner = reserve(operation, call, key, other);
    long version = version();
    HttpResponse<String> live = send(call, key);
    assertEquals(422, live.statusCode(), live::body);
    assertEquals("idempotency_key_conflict", HttpCaller.type(live));
    owner.abandon();
    HttpResponse<String> lapsed = send(call, key);
    assertEquals(422, lapsed.statusCode(), lapsed::body);
    assertEquals(version, version());
  }

  @ParameterizedTest
  @EnumSource
  void aDuplicateOfARequestInProgressIsAskedToComeBack(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation);
    String key = UUID.randomUUID().toString();
    Ownership owner = reserve(operation, call, key);
    long version = version();
    HttpResponse<String> duplicate = send(call, key);
    assertEquals(503, duplicate.statusCode(), duplicate::body);
    assertEquals("request_in_progress", HttpCaller.type(duplicate));
    assertEquals(Optional.of("processing"), header(duplicate, "Idempotency-Status"));
    assertTrue(Integer.parseInt(header(duplicate, "Retry-After").orElseThrow()) >= 1);
    assertEquals(version, version());
    owner.release();
    assertEquals(2, send(call, key).statusCode() / 100);
  }

  @ParameterizedTest
  @EnumSource
  void aRequestWhoseOwnerIsGoneIsTakenOver(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation);
    String key = UUID.randomUUID().toString();
    reserve(operation, call, key).abandon();
    HttpResponse<String> taken = send(call, key);
    assertEquals(2, taken.statusCode() / 100, taken::body);
    HttpResponse<String> again = send(call, key);
    assertEquals(taken.body(), again.body());
    assertEquals(Optional.of("true"), header(again, "Idempotency-Replayed"));
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerThatCannotBeProducedIsNeverExecutedAgain(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation);
    String key = UUID.randomUUID().toString();
    reserve(operation, call, key)
        .finish(
            Outcome.of(200)
                .withBody(
                    "application/json",
                    new Outcome.Body.Summary(Bytes.ofUtf8("of a later release"))));
    long version = version();
    HttpResponse<String> answer = send(call, key);
    assertEquals(500, answer.statusCode(), answer::body);
    assertEquals("idempotency_replay_failed", HttpCaller.type(answer));
    assertEquals(version, version());
  }

  @ParameterizedTest
  @EnumSource
  void aRefusalIsReplayedToo(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation).onWhatIsNotThere();
    String key = UUID.randomUUID().toString();
    HttpResponse<String> first = send(call, key);
    assertEquals(4, first.statusCode() / 100, first::body);
    assertEquals(Optional.of("failed"), header(first, "Idempotency-Status"));
    HttpResponse<String> second = send(call, key);
    assertEquals(first.statusCode(), second.statusCode());
    assertEquals(first.body(), second.body());
    assertEquals(Optional.of("true"), header(second, "Idempotency-Replayed"));
  }

  @ParameterizedTest
  @EnumSource
  void aRefusalAfterATakeoverIsReplayedToo(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation).onWhatIsNotThere();
    String key = UUID.randomUUID().toString();
    reserve(operation, call, key).abandon();
    HttpResponse<String> first = send(call, key);
    assertEquals(4, first.statusCode() / 100, first::body);
    HttpResponse<String> second = send(call, key);
    assertEquals(first.statusCode(), second.statusCode());
    assertEquals(first.body(), second.body());
    assertEquals(Optional.of("true"), header(second, "Idempotency-Replayed"));
  }

  @ParameterizedTest
  @EnumSource
  void aKeyThatIsNoUuidIsRefused(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation);
    long version = version();
    HttpResponse<String> refused = send(call, "retry-1");
    assertEquals(400, refused.statusCode(), refused::body);
    assertEquals(version, version());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01939c5e-7a31-7cc3-98c4-dc0c0c07398f",
        "C56A4180-65AA-42EC-A945-5FD21DEC0538",
        "c232ab00-9414-11ec-b3c8-9f6bdeced846"
      })
  void uuidsOfAnyVersionAreKeys(String key) {
    KeyedOperations.Call call = operations.prepare(KeyedOperation.CREATE_NAMESPACE);
    assertEquals(200, send(call, key).statusCode());
  }

  @Test
  void theSameKeyOnAnotherResourceIsAnotherRequest() {
    String key = UUID.randomUUID().toString();
    KeyedOperations.Call one = operations.prepare(KeyedOperation.UPDATE_TABLE);
    KeyedOperations.Call other = operations.prepare(KeyedOperation.UPDATE_TABLE);
    assertEquals(200, send(one, key).statusCode());
    HttpResponse<String> second = send(other, key);
    assertEquals(200, second.statusCode());
    assertEquals(Optional.empty(), header(second, "Idempotency-Replayed"));
  }

  @Test
  void keysAreAnnouncedAtTheTopLevelOfTheConfiguration() {
    HttpResponse<String> config = http.get("/v1/config?warehouse=" + ServerFixture.WAREHOUSE);
    assertEquals("PT30M", HttpCaller.json(config).path("idempotency-key-lifetime").asText());
  }
}
