package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.server.KeyedOperations.KeyedOperation;
import dev.cairn.iceberg.warehouse.Warehouses;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys that were used hours ago, on every endpoint: they are free again. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExpiredKeysTest {
  /** More than the lifetime, the grace, and what clocks may differ by. */
  private static final Duration LONG_AGO = Duration.ofHours(2);

  /** A request that a server of the past executed, and its key. */
  private record Done(KeyedOperations.Call call, String key) {}

  private final Map<KeyedOperation, Done> done = new EnumMap<>(KeyedOperation.class);
  private Cairn cairn;
  private IcebergServer server;
  private HttpCaller http;

  /** Stays open when a process closes it. */
  private static final class SharedBackend extends ForwardingBackend {
    SharedBackend(Backend backend) {
      super(backend);
    }

    @Override
    public void close() {}
  }

  @BeforeAll
  void useKeysLongAgo(@TempDir Path directory) {
    Configuration configuration =
        Configuration.builder()
            .set("cairn.backend", "inmemory")
            .set("cairn.server.port", "0")
            .set("cairn.server.management-port", "0")
            .build(IcebergServer.settings());
    Backend backend = new InMemoryBackend();
    InstantSource past = () -> InstantSource.system().instant().minus(LONG_AGO);
    try (Cairn before = open(backend, configuration, past)) {
      before.catalogs().createTenant("default", Map.of());
      new Warehouses(before.catalogs(), "default", Map.of(), Clock.systemUTC())
          .create(
              TestWarehouse.NAME,
              Map.of("location", "file:" + directory, LocalFileIO.ROOT, "file:" + directory));
      try (IcebergServer first = IcebergServer.start(before, configuration)) {
        HttpCaller caller = new HttpCaller("http://127.0.0.1:" + first.port());
        KeyedOperations operations = new KeyedOperations(caller);
        for (KeyedOperation each : KeyedOperation.values()) {
          Done request = new Done(operations.prepare(each), UUID.randomUUID().toString());
          HttpResponse<String> answer = send(caller, request);
          assertEquals(2, answer.statusCode() / 100, answer::body);
          assertEquals(Optional.of("true"), replayed(send(caller, request)));
          done.put(each, request);
        }
      }
    }
    cairn = open(backend, configuration, InstantSource.system());
    server = IcebergServer.start(cairn, configuration);
    http = new HttpCaller("http://127.0.0.1:" + server.port());
  }

  private static Cairn open(Backend backend, Configuration configuration, InstantSource clock) {
    EngineRuntime system = EngineRuntime.system();
    Environment usual = system.environment();
    EngineRuntime runtime =
        new EngineRuntime(
            new Environment(clock, usual.waiter(), usual.random()),
            system.executor(),
            system.scheduler(),
            system.meters(),
            system.onClose());
    return Cairn.open(new SharedBackend(backend), configuration, ObjectTypes.discover(), runtime);
  }

  @AfterAll
  void close() {
    server.close();
    cairn.close();
  }

  private static HttpResponse<String> send(HttpCaller http, Done request) {
    KeyedOperations.Call call = request.call();
    return http.send(
        call.method(), call.path(), call.body(), Map.of("Idempotency-Key", request.key()));
  }

  private static Optional<String> replayed(HttpResponse<String> answer) {
    return answer.headers().firstValue("Idempotency-Replayed");
  }

  @ParameterizedTest
  @EnumSource
  void anOldKeyIsANewRequest(KeyedOperation operation) {
    HttpResponse<String> answer = send(http, done.get(operation));
    assertEquals(Optional.empty(), replayed(answer), answer::body);
    int expected =
        switch (operation) {
          case CREATE_NAMESPACE, CREATE_TABLE, REGISTER_TABLE, CREATE_VIEW, REGISTER_VIEW -> 409;
          case DROP_NAMESPACE, DROP_TABLE, RENAME_TABLE, DROP_VIEW, RENAME_VIEW, UNDROP -> 404;
          case UPDATE_NAMESPACE, STAGE_TABLE, UPDATE_TABLE, UPDATE_VIEW -> 200;
          case COMMIT_TRANSACTION -> 204;
        };
    assertEquals(expected, answer.statusCode(), answer::body);
    assertEquals(Optional.of("true"), replayed(send(http, done.get(operation))));
  }
}
