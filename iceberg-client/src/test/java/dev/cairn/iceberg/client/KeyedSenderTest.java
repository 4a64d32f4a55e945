package dev.cairn.iceberg.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that answers what the test says, and a clock that only pauses move. */
class KeyedSenderTest {
  private static final KeySupport HALF_AN_HOUR =
      new KeySupport(Optional.of(Duration.ofMinutes(30)));

  /**
   * What the server does with one request.
   *
   * @param status 0 to close the connection without an answer
   */
  private record Step(int status, Map<String, String> headers, String body) {}

  private record Seen(String method, String key, String body) {}

  private static final class PausedClock extends Clock {
    private Instant now = Instant.parse("2026-11-18T10:00:00Z");

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  private final Queue<Step> script = new ArrayDeque<>();
  private final List<Seen> seen = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private final PausedClock clock = new PausedClock();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    seen.add(
        new Seen(
            exchange.getRequestMethod(),
            exchange.getRequestHeaders().getFirst("Idempotency-Key"),
            body));
    Step step = script.remove();
    if (step.status() > 0) {
      step.headers().forEach(exchange.getResponseHeaders()::set);
      byte[] bytes = step.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(step.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  private void then(int status) {
    script.add(new Step(status, Map.of(), "{}"));
  }

  private HttpRequest request() {
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/p/namespaces");
    return HttpRequest.newBuilder(uri)
        .header("X-Other", "kept")
        .POST(BodyPublishers.ofString("{\"namespace\":[\"n\"]}"))
        .build();
  }

  private KeyedSender sender(KeySupport support) {
    return new KeyedSender(
        HttpClient.newHttpClient(),
        support,
        clock,
        duration -> {
          pauses.add(duration);
          clock.now = clock.now.plus(duration);
        });
  }

  private synchronized void checkSeen(int attempts) {
    assertEquals(attempts, seen.size());
    assertEquals(1, Set.copyOf(seen).size(), seen::toString);
    assertEquals(7, UUID.fromString(seen.get(0).key()).version());
    assertEquals("{\"namespace\":[\"n\"]}", seen.get(0).body());
  }

  @Test
  void anAnswerIsReturned() throws Exception {
    then(200);
    assertEquals(200, sender(HALF_AN_HOUR).send(request()).statusCode());
    checkSeen(1);
  }

  @Test
  void everyOperationHasAKeyOfItsOwn() throws Exception {
    KeyedSender sender = sender(HALF_AN_HOUR);
    then(200);
    then(200);
    HttpResponse<String> unused = sender.send(request());
    HttpResponse<String> unusedToo = sender.send(request());
    assertNotEquals(seen.get(0).key(), seen.get(1).key());
  }

  @Test
  void theKeyOfTheCallerIsSent() throws Exception {
    UUID key = UUID.fromString("0192e4a0-7e1a-7000-8000-000000000001");
    then(503);
    then(200);
    HttpResponse<String> unused = sender(HALF_AN_HOUR).send(request(), key);
    checkSeen(2);
    assertEquals(key.toString(), seen.get(0).key());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 500, 502, 503, 504})
  void aFailureIsRepeatedWithTheSameKeyAndBody(int status) throws Exception {
    then(status);
    then(status);
    then(204);
    assertEquals(204, sender(HALF_AN_HOUR).send(request()).statusCode());
    checkSeen(3);
    assertEquals(List.of(Duration.ofMillis(100), Duration.ofMillis(200)), pauses);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 408, 409, 422, 425, 429, 501, 505})
  void aRefusalIsFinal(int status) throws Exception {
    script.add(new Step(status, Map.of("Retry-After", "1"), "{}"));
    assertEquals(status, sender(HALF_AN_HOUR).send(request()).statusCode());
    checkSeen(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503})
  void withoutSupportAFailureIsFinal(int status) throws Exception {
    script.add(new Step(status, Map.of("Retry-After", "1"), "{}"));
    assertEquals(status, sender(KeySupport.NONE).send(request()).statusCode());
    checkSeen(1);
  }

  @Test
  void withoutSupportALostConnectionIsFinal() {
    then(0);
    assertThrows(IOException.class, () -> sender(KeySupport.NONE).send(request()));
    checkSeen(1);
  }

  @Test
  void theServerSaysHowLongToWait() throws Exception {
    script.add(new Step(503, Map.of("Retry-After", "7"), "{}"));
    then(200);
    assertEquals(200, sender(HALF_AN_HOUR).send(request()).statusCode());
    assertEquals(List.of(Duration.ofSeconds(7)), pauses);
  }

  @Test
  void aReplayThatFailedIsFinal() throws Exception {
    script.add(
        new Step(
            500, Map.of(), "{\"error\":{\"type\":\"idempotency_replay_failed\",\"code\":500}}"));
    assertEquals(500, sender(HALF_AN_HOUR).send(request()).statusCode());
    checkSeen(1);
  }

  @Test
  void pastTheLifetimeNothingIsRepeated() {
    script.add(new Step(503, Map.of("Retry-After", "1000"), "{}"));
    script.add(new Step(503, Map.of("Retry-After", "1000"), "{}"));
    IdempotencyWindowExpired expired =
        assertThrows(IdempotencyWindowExpired.class, () -> sender(HALF_AN_HOUR).send(request()));
    checkSeen(2);
    assertEquals(seen.get(0).key(), expired.key().toString());
    assertEquals(List.of(Duration.ofSeconds(1000)), pauses);
  }

  /** An attempt may take long; its failure after the lifetime is not repeated either. */
  @Test
  void aPauseThatTakesLongerThanAskedForCounts() {
    then(503);
    KeyedSender sender =
        new KeyedSender(
            HttpClient.newHttpClient(),
            HALF_AN_HOUR,
            clock,
            duration -> clock.now = clock.now.plus(Duration.ofHours(1)));
    assertThrows(IdempotencyWindowExpired.class, () -> sender.send(request()));
    checkSeen(1);
  }

  @Test
  void afterTenAttemptsTheLastAnswerIsReturned() throws Exception {
    for (int i = 0; i < 10; i++) {
      then(503);
    }
    assertEquals(503, sender(HALF_AN_HOUR).send(request()).statusCode());
    checkSeen(10);
  }
}
