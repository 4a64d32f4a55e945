package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cairn.api.Bytes;
import dev.cairn.api.idempotency.Execution;
import dev.cairn.api.idempotency.IdempotencyStore;
import dev.cairn.api.idempotency.IdempotentCall;
import dev.cairn.api.idempotency.IdempotentExecutor;
import dev.cairn.api.idempotency.IdempotentResult;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Ownership;
import dev.cairn.api.idempotency.Principal;
import dev.cairn.api.idempotency.ProcessingStatus;
import dev.cairn.api.idempotency.Reservation;
import dev.cairn.api.store.Change;
import dev.cairn.api.store.KeyedCommit;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.server.KeyedOperations.KeyedOperation;
import dev.cairn.iceberg.server.rest.RestLimits;
import dev.cairn.iceberg.server.rest.RestReply;
import dev.cairn.iceberg.server.rest.RestRequest;
import dev.cairn.iceberg.server.rest.RestService;
import dev.cairn.iceberg.server.rest.ServedWarehouse;
import dev.cairn.iceberg.server.rest.WarehouseSource;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A server commits and dies before it records the outcome. Another one finds in the head what was
 * applied, on every endpoint.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TakenOverRequestsTest {
  private ServerFixture fixture;
  private HttpCaller http;
  private KeyedOperations operations;
  private Store store;
  private OpenWarehouses warehouses;
  private RestService dying;

  /** The end of a server, which nothing catches and cleans up after. */
  private static final class Death extends Error {
    Death() {
      super("the server is killed", null, false, false);
    }
  }

  private record DyingExecutor(IdempotencyStore records) implements IdempotentExecutor {
    @Override
    public IdempotentResult execute(IdempotentCall call, Execution.Handler handler) {
      Ownership owner =
          assertInstanceOf(
                  Reservation.Reserved.class,
                  records.reserve(call.request().orElseThrow(), call.fingerprint()))
              .owner();
      try {
        Outcome unused = handler.handle(new DyingExecution(owner));
        throw new Death(); // it committed nothing
      } finally {
        var unused = owner.abandon(); // in place of the time after which the lease is over
      }
    }

    @Override
    public void close() {}
  }

  private record DyingExecution(Ownership held) implements Execution {
    @Override
    public Optional<Ownership> owner() {
      return Optional.of(held);
    }

    @Override
    public Outcome commit(Store store, String reference, Change<Outcome> change) {
      KeyedCommit made =
          store.commit(
              reference, held.commitKey(""), workspace -> held.encode(change.apply(workspace)));
      assertInstanceOf(KeyedCommit.Applied.class, made);
      throw new Death();
    }

    @Override
    public Bytes commit(Store store, String reference, String step, Change<Bytes> change) {
      throw new AssertionError("no request has steps");
    }

    @Override
    public void status(ProcessingStatus status) {}
  }

  @BeforeAll
  void open(@TempDir Path directory) {
    fixture = new ServerFixture(directory);
    http = new HttpCaller(fixture.uri());
    operations = new KeyedOperations(http);
    store = fixture.cairn.catalogs().open("default", ServerFixture.WAREHOUSE);
    Clock clock = Clock.systemUTC();
    warehouses =
        new OpenWarehouses(
            new Warehouses(fixture.cairn.catalogs(), "default", Map.of(), clock),
            fixture.cairn.idempotency(),
            clock,
            Duration.ofHours(1));
    ServedWarehouse served = warehouses.named(ServerFixture.WAREHOUSE).orElseThrow();
    ServedWarehouse doomed =
        new ServedWarehouse(
            served.prefix(),
            served.store(),
            served.catalog(),
            new DyingExecutor(fixture.cairn.idempotency().store(store.scope())),
            Map.of(),
            Map.of());
    dying =
        new RestService(
            new WarehouseSource() {
              @Override
              public Optional<ServedWarehouse> named(String name) {
                return Optional.of(doomed);
              }

              @Override
              public Optional<ServedWarehouse> withPrefix(String prefix) {
                return Optional.of(doomed);
              }
            },
            new RestLimits(100, 100, 1_000, 100, 100, bound -> {}),
            "%1F",
            Optional.empty(),
            Optional.of(Duration.ofMinutes(30)));
  }

  @AfterAll
  void close() {
    warehouses.close();
    store.close();
    fixture.close();
  }

  private void killDuring(KeyedOperations.Call call, String key) {
    int query = call.path().indexOf('?');
    RestRequest request =
        RestRequest.of(
            call.method(),
            query < 0 ? call.path() : call.path().substring(0, query),
            query < 0 ? null : call.path().substring(query + 1),
            Map.of("Idempotency-Key", List.of(key)),
            Principal.NONE,
            "dying");
    Logger log = Logger.getLogger("dev.cairn.iceberg.server");
    log.setLevel(Level.OFF); // it reports its death
    try {
      RestReply nobodyGetsIt = dying.handle(request.withBody(Bytes.ofUtf8(call.body())));
      assertEquals(503, nobodyGetsIt.status());
    } finally {
      log.setLevel(null);
    }
  }

  private long version() {
    return store.current("main").version();
  }

  @ParameterizedTest
  @EnumSource
  void whatTheDeadServerAppliedIsTheAnswerAndIsNotAppliedAgain(KeyedOperation operation) {
    KeyedOperations.Call call = operations.prepare(operation);
    String key = UUID.randomUUID().toString();
    long before = version();
    killDuring(call, key);
    // A staged create changes nothing. Its repetition is executed, and moves the head: that ends
    // whatever the first owner may still do.
    boolean isApplied = operation != KeyedOperation.STAGE_TABLE;
    assertEquals(isApplied ? before + 1 : before, version());
    Map<String, String> headers = Map.of("Idempotency-Key", key);
    HttpResponse<String> answer = http.send(call.method(), call.path(), call.body(), headers);
    assertEquals(2, answer.statusCode() / 100, answer::body);
    assertEquals(Optional.of("completed"), answer.headers().firstValue("Idempotency-Status"));
    assertEquals(before + 1, version());
    HttpResponse<String> again = http.send(call.method(), call.path(), call.body(), headers);
    assertEquals(answer.statusCode(), again.statusCode());
    assertEquals(answer.body(), again.body());
    assertEquals(Optional.of("true"), again.headers().firstValue("Idempotency-Replayed"));
    assertEquals(before + 1, version());
  }
}
