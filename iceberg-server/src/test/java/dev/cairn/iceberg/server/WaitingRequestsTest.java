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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that arrive while another one is executed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WaitingRequestsTest {
  /** Only a value that never comes takes this long. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Logger ACCESS = Logger.getLogger("dev.cairn.iceberg.access");

  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final List<String> accessed = new CopyOnWriteArrayList<>();
  private final Handler accessLog =
      new Handler() {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord entry) {
          accessed.add(formatter.formatMessage(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private Level level;
  private ServerFixture fixture;
  private HttpCaller http;
  private KeyedOperations operations;
  private Store store;
  private IdempotencyStore records;

  @BeforeAll
  void open(@TempDir Path directory) {
    fixture =
        new ServerFixture(
            directory,
            directory,
            Map.of("cairn.idempotency.wait", "1h", "cairn.server.max-requests", "2"),
            Map.of("io-impl", GatedFileIO.class.getName()));
    http = new HttpCaller(fixture.uri());
    operations = new KeyedOperations(http);
    store = fixture.cairn.catalogs().open("default", ServerFixture.WAREHOUSE);
    records = fixture.cairn.idempotency().store(store.scope());
    level = ACCESS.getLevel();
    ACCESS.setLevel(Level.INFO);
    ACCESS.addHandler(accessLog);
  }

  @AfterAll
  void close() {
    ACCESS.removeHandler(accessLog);
    ACCESS.setLevel(level);
    executor.shutdown();
    store.close();
    fixture.close();
  }

  private HttpResponse<String> send(KeyedOperations.Call call, String key) {
    return http.send(call.method(), call.path(), call.body(), Map.of("Idempotency-Key", key));
  }

  private double metric(String start) {
    return fixture
        .metrics()
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  private void awaitMetric(String start, double value) {
    long begin = System.nanoTime();
    while (metric(start) != value && System.nanoTime() - begin < PATIENCE.toNanos()) {
      Thread.onSpinWait();
    }
    assertEquals(value, metric(start), start);
  }

  /** The original is executed by another server. */
  @ParameterizedTest
  @EnumSource
  void aDuplicateWaitsForTheAnswerOfAnotherServer(KeyedOperation operation) throws Exception {
    KeyedOperations.Call call = operations.prepare(operation);
    String key = UUID.randomUUID().toString();
    RequestKey request =
        RequestKey.of(
            Principal.NONE,
            operation.wireName(),
            call.path().replaceAll("\\?.*", ""),
            new IdempotencyKey(key));
    Ownership owner =
        assertInstanceOf(Reservation.Reserved.class, records.reserve(request, Fingerprint.none()))
            .owner();
    double waiting = metric("cairn_idempotency_wait_total");
    String counted = "cairn_server_request_seconds_count{operation=\"%s\",outcome=\"waited\"}";
    double answered = metric(counted.formatted(operation.wireName()));
    accessed.clear();
    Future<HttpResponse<String>> duplicate = executor.submit(() -> send(call, key));
    awaitMetric("cairn_idempotency_wait_total", waiting + 1);
    owner.finish(Outcome.of(200, "application/json", Bytes.ofUtf8("{\"first\":1}")));
    HttpResponse<String> answer = duplicate.get();
    assertEquals(200, answer.statusCode(), answer::body);
    assertEquals("{\"first\":1}", answer.body());
    assertEquals(Optional.of("true"), answer.headers().firstValue("Idempotency-Replayed"));
    awaitMetric(counted.formatted(operation.wireName()), answered + 1);
    String line =
        " principal=none operation=%s status=200 outcome=waited ".formatted(operation.wireName());
    assertTrue(accessed.stream().anyMatch(each -> each.contains(line)), accessed::toString);
  }

  @Test
  void aRequestTooManyIsRefusedBeforeItDoesAnything() throws Exception {
    String bound = "cairn_server_limited_total{bound=\"requests\"}";
    double before = metric(bound);
    KeyedOperations.Call one = operations.prepare(KeyedOperation.CREATE_TABLE);
    KeyedOperations.Call other = operations.prepare(KeyedOperation.CREATE_TABLE);
    KeyedOperations.Call tooMany = operations.prepare(KeyedOperation.CREATE_NAMESPACE);
    GatedFileIO.Gate first = GatedFileIO.Gate.closed();
    Future<HttpResponse<String>> creating =
        executor.submit(() -> send(one, UUID.randomUUID().toString()));
    first.reached().await();
    GatedFileIO.Gate second = GatedFileIO.Gate.closed();
    Future<HttpResponse<String>> alsoCreating =
        executor.submit(() -> send(other, UUID.randomUUID().toString()));
    second.reached().await();
    String key = UUID.randomUUID().toString();
    HttpResponse<String> refused = send(tooMany, key);
    assertEquals(503, refused.statusCode(), refused::body);
    assertEquals(Optional.of("1"), refused.headers().firstValue("Retry-After"));
    awaitMetric(bound, before + 1);
    first.opened().countDown();
    second.opened().countDown();
    assertEquals(200, creating.get().statusCode());
    assertEquals(200, alsoCreating.get().statusCode());
    awaitMetric("cairn_server_active", 0);
    HttpResponse<String> repeated = send(tooMany, key);
    assertEquals(200, repeated.statusCode(), repeated::body);
    assertEquals(Optional.empty(), repeated.headers().firstValue("Idempotency-Replayed"));
  }
}
