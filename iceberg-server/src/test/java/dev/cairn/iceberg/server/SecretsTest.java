package dev.cairn.iceberg.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.cairn.iceberg.server.KeyedOperations.KeyedOperation;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets that the server has, or that clients send it, are in nothing that it shows. */
class SecretsTest {
  private static final String OF_THE_WAREHOUSE = "hunter2-of-the-warehouse";
  private static final String OF_THE_CLIENT = "hunter2-of-the-client";
  private static final Logger OWN = Logger.getLogger("dev.cairn");

  private final List<String> shown = new CopyOnWriteArrayList<>();
  private final Handler log =
      new Handler() {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord entry) {
          shown.add(formatter.format(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private Level level;

  @BeforeEach
  void listen() {
    level = OWN.getLevel();
    OWN.setLevel(Level.ALL);
    OWN.setUseParentHandlers(false);
    OWN.addHandler(log);
  }

  @AfterEach
  void stopListening() {
    OWN.removeHandler(log);
    OWN.setUseParentHandlers(true);
    OWN.setLevel(level);
  }

  private void keep(HttpResponse<String> answer) {
    shown.add(answer.headers().map() + answer.body());
  }

  @Test
  void noAnswerLogOrMetricHasASecret(@TempDir Path directory) {
    Map<String, String> secrets =
        Map.of(
            "s3.access-key-id", OF_THE_WAREHOUSE,
            "s3.secret-access-key", OF_THE_WAREHOUSE,
            "s3.session-token", OF_THE_WAREHOUSE,
            "some.password", OF_THE_WAREHOUSE);
    Map<String, String> headers =
        Map.of(
            "Authorization", "Bearer " + OF_THE_CLIENT,
            "Cookie", OF_THE_CLIENT,
            "X-Request-Id", OF_THE_CLIENT + "?");
    Map<String, String> settings = Map.of("cairn.server.access-log", "true");
    try (ServerFixture fixture = new ServerFixture(directory, directory, settings, secrets)) {
      HttpCaller http = new HttpCaller(fixture.uri());
      KeyedOperations operations = new KeyedOperations(http);
      String query = "?token=" + OF_THE_CLIENT;
      keep(http.send("GET", "/v1/config" + query + "&warehouse=main", "", headers));
      keep(http.send("GET", http.path("/namespaces") + query, "", headers));
      for (KeyedOperation each : KeyedOperation.values()) {
        KeyedOperations.Call call = operations.prepare(each);
        keep(http.send(call.method(), call.path() + query, call.body(), headers));
        keep(http.send(call.method(), call.refusedPath() + query, call.refusedBody(), headers));
      }
      keep(http.send("POST", http.path("/namespaces") + query, "{", headers));
      keep(
          http.send(
              "DELETE",
              http.path("/namespaces/none"),
              "",
              Map.of(
                  "Idempotency-Key",
                  UUID.randomUUID().toString(),
                  "Authorization",
                  OF_THE_CLIENT)));
      String management = "http://127.0.0.1:" + fixture.server.managementPort();
      keep(http.absolute(management + "/metrics"));
      keep(http.absolute(management + "/health/ready"));
    }
    assertFalse(shown.isEmpty());
    assertEquals(List.of(), shown.stream().filter(each -> each.contains("hunter2")).toList());
  }
}
