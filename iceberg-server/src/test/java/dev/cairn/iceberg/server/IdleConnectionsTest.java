package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections without traffic. */
class IdleConnectionsTest {
  private static final String IDLE = "cairn_server_limited_total{bound=\"idle\"}";

  @TempDir private Path directory;
  private ServerFixture fixture;

  @BeforeEach
  void open() {
    fixture =
        new ServerFixture(
            directory,
            directory,
            Map.of("cairn.server.idle-timeout", "2s"),
            Map.of("io-impl", GatedFileIO.class.getName()));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private HostileClient connect() throws IOException {
    return new HostileClient(fixture.server.port());
  }

  @Test
  void aConnectionWithoutARequestIsClosedAndCounted() throws IOException {
    try (HostileClient silent = connect()) {
      assertTrue(silent.isClosedByServer());
    }
    assertTrue(fixture.metrics().contains(IDLE), fixture::metrics);
  }

  /** What it executes may be applied: a failure now would be an answer that nothing is known of. */
  @Test
  void aRequestThatTakesLongerThanTheTimeoutIsAnswered() throws Exception {
    HttpCaller http = new HttpCaller(fixture.uri());
    KeyedOperations operations = new KeyedOperations(http);
    KeyedOperations.Call create = operations.prepare(KeyedOperations.KeyedOperation.CREATE_TABLE);
    GatedFileIO.Gate gate = GatedFileIO.Gate.closed();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<HttpResponse<String>> creating =
          executor.submit(() -> http.post(create.path(), create.body()));
      gate.reached().await();
      for (int i = 0; i < 2; i++) {
        try (HostileClient silent = connect()) {
          assertTrue(silent.isClosedByServer()); // so that much time has passed
        }
      }
      gate.opened().countDown();
      assertEquals(200, creating.get().statusCode());
    } finally {
      gate.opened().countDown();
      executor.shutdown();
    }
  }
}
