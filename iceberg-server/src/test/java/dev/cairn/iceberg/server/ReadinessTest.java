package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.ObjectTypes;
import dev.cairn.api.config.Configuration;
import dev.cairn.core.Cairn;
import dev.cairn.core.EngineRuntime;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.IdScheduler;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code /health/ready} says while the process could not commit. */
class ReadinessTest {
  private static final Duration LONGER_THAN_A_LEASE = Duration.ofMinutes(6);
  private static final int TICKS = 100;

  @TempDir private Path directory;
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private final List<Runnable> repeated = new CopyOnWriteArrayList<>();

  /** Does nothing by itself: time does not renew a lease here. */
  private final class ByHand implements IdScheduler {
    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Repeated every(Duration period, Runnable task) {
      repeated.add(task);
      return () -> repeated.remove(task);
    }
  }

  private EngineRuntime runtime() {
    EngineRuntime system = EngineRuntime.system();
    Environment environment = system.environment();
    return new EngineRuntime(
        new Environment(
            () -> Instant.now().plus(ahead.get()), environment.waiter(), environment.random()),
        Runnable::run,
        new ByHand(),
        system.meters(),
        system.onClose());
  }

  private static HttpResponse<String> ready(IcebergServer server) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(
                    URI.create(
                        "http://127.0.0.1:%d/health/ready".formatted(server.managementPort())))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aServerWithoutALeaseIsNotReadyUntilItHasOne() throws Exception {
    Configuration configuration =
        Configuration.builder()
            .set("cairn.backend", "rocksdb")
            .set("cairn.rocksdb.path", directory.resolve("db").toString())
            .set("cairn.server.port", "0")
            .set("cairn.server.management-port", "0")
            .build(IcebergServer.settings());
    try (Cairn cairn = Cairn.open(configuration, ObjectTypes.discover(), runtime());
        IcebergServer server = IcebergServer.start(cairn, configuration)) {
      assertEquals(200, ready(server).statusCode());
      ahead.set(LONGER_THAN_A_LEASE);
      HttpResponse<String> expired = ready(server);
      assertEquals(503, expired.statusCode());
      assertTrue(expired.body().contains("lease"), expired::body);
      for (int i = 0; i < TICKS; i++) {
        repeated.forEach(Runnable::run);
      }
      HttpResponse<String> renewed = ready(server);
      assertEquals(200, renewed.statusCode(), renewed::body);
    }
  }
}
