package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGTERM for one of two replicas while clients create tables with keys: nothing that was
 * acknowledged is lost, and every client gets its answer at the other replica. Both maintain the
 * store meanwhile, and operators see it.
 */
class StopUnderLoadTest {
  private static final int CLIENTS = 4;
  private static final int BEFORE = 20;
  private static final int AFTER = 20;
  private static final Set<String> MAINTENANCE =
      Set.of("cairn.gc", "cairn.idempotency.purge", "iceberg.drain");
  private static final Pattern PORT = Pattern.compile("tcp://[^:]+:(\\d+)");

  @TempDir Path directory;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Set<String> acknowledged = new ConcurrentSkipListSet<>();
  private final Set<String> refusals = new ConcurrentSkipListSet<>();
  private final AtomicInteger atFirst = new AtomicInteger();
  private final AtomicInteger afterStop = new AtomicInteger();
  private final AtomicInteger moved = new AtomicInteger();
  private volatile boolean isStopped;

  private ChildProcess database() {
    List<String> command = new ArrayList<>(ChildProcess.command());
    command.remove(command.size() - 1);
    command.add("-Dh2.bindAddress=127.0.0.1");
    command.addAll(List.of("org.h2.tools.Server", "-tcp", "-tcpPort", "0", "-ifNotExists"));
    command.addAll(List.of("-baseDir", directory.resolve("database").toString()));
    return ChildProcess.start(directory, Map.of(), command);
  }

  private ChildProcess serve(String url) {
    return ChildProcess.start(
        directory,
        Map.of("CAIRN_BACKEND", "jdbc", "CAIRN_JDBC_URL", url),
        ChildProcess.command(
            "-D",
            "cairn.server.port=0",
            "-D",
            "cairn.server.management-port=0",
            "-D",
            "cairn.gc.period=1s",
            "-D",
            "cairn.idempotency.cleanup.period=1s",
            "-D",
            "cairn.server.drain-period=1s",
            "serve",
            "--json"));
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  private HttpResponse<String> post(String uri, String key, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(uri))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private String prefix(String uri) throws Exception {
    URI config = URI.create(uri + "/v1/config?warehouse=main");
    String body =
        http.send(HttpRequest.newBuilder(config).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    return uri + "/v1/" + json(body).at("/overrides/prefix").asText();
  }

  /** What the replicas do beside the load, one of them at a time, as an operator sees it. */
  private static Set<String> maintenance(Cli cli) {
    Set<String> names = new TreeSet<>();
    for (JsonNode task : cli.json("task", "list").path("tasks")) {
      String name = task.path("name").asText();
      assertTrue(names.add(name.startsWith("iceberg.drain/") ? "iceberg.drain" : name), name);
    }
    return names;
  }

  private static String table(String name) {
    return """
    {"name": "%s", "schema": {"type": "struct", "schema-id": 0,
     "fields": [{"id": 1, "name": "id", "type": "long", "required": true}]}}"""
        .formatted(name);
  }

  /** Creates a table: at the first replica, then at the second, under one key. */
  private void create(String name, String first, String second) throws Exception {
    String key = UUID.randomUUID().toString();
    boolean isSent = false;
    for (String replica = first; ; replica = second) {
      boolean wasStopped = isStopped;
      try {
        HttpResponse<String> answer = post(replica + "/namespaces/load/tables", key, table(name));
        if (answer.statusCode() == 200) {
          acknowledged.add(name);
          (replica.equals(first) ? atFirst : isSent ? moved : afterStop).incrementAndGet();
          if (wasStopped) {
            afterStop.incrementAndGet();
          }
          return;
        }
        refusals.add(answer.statusCode() + (answer.statusCode() == 503 ? "" : answer.body()));
      } catch (IOException e) {
        isSent = true; // the replica has gone, and may have created the table before
      }
    }
  }

  @Test
  void nothingAcknowledgedIsLostAndClientsGoOnAtTheOtherReplica() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try (ChildProcess database = database()) {
      Matcher port = PORT.matcher(database.awaitOutput("TCP server running"));
      assertTrue(port.find());
      String url =
          "jdbc:h2:tcp://127.0.0.1:%s/./cairn;OPTIMIZE_REUSE_RESULTS=0".formatted(port.group(1));
      Cli cli =
          new Cli(directory.resolve("none"))
              .without("CAIRN_ROCKSDB_PATH")
              .without("CAIRN_ROCKSDB_DURABILITY")
              .with("CAIRN_BACKEND", "jdbc")
              .with("CAIRN_JDBC_URL", url);
      cli.ok("schema", "create");
      cli.ok("warehouse", "create", "main", "-p", "location=file:" + directory.resolve("files"));
      try (ChildProcess stopped = serve(url);
          ChildProcess other = serve(url)) {
        String first = prefix(json(stopped.awaitOutput("}\n")).path("uri").asText());
        String second = prefix(json(other.awaitOutput("}\n")).path("uri").asText());
        assertEquals(
            200,
            post(first + "/namespaces", UUID.randomUUID().toString(), "{\"namespace\":[\"load\"]}")
                .statusCode());
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          String client = "c" + i;
          running.add(
              clients.submit(
                  () -> {
                    // While it stops, the first replica may still answer 503.
                    for (int n = 0; afterStop.get() < AFTER || moved.get() == 0; n++) {
                      create(client + "_" + n, first, second);
                    }
                    return null;
                  }));
        }
        while (atFirst.get() < BEFORE) {
          stopped.checkRunning();
          for (Future<?> each : running) {
            assertFalse(each.isDone(), "a client ended before the replica");
          }
        }
        stopped.terminate();
        Cli.Result ended = stopped.await();
        isStopped = true;
        assertTrue(ended.err().contains("stopped"), ended::toString);
        for (Future<?> each : running) {
          each.get();
        }
        assertTrue(Set.of("503").containsAll(refusals), refusals::toString);
        Set<String> found = new TreeSet<>();
        JsonNode tables =
            json(
                http.send(
                        HttpRequest.newBuilder(URI.create(second + "/namespaces/load/tables"))
                            .build(),
                        HttpResponse.BodyHandlers.ofString())
                    .body());
        tables.path("identifiers").forEach(each -> found.add(each.path("name").asText()));
        assertEquals(acknowledged, found);
        assertEquals(1, cli.json("lease", "list").path("leases").size(), "it gave its node back");
        while (!maintenance(cli).equals(MAINTENANCE)) {
          other.checkRunning();
        }
      }
    } finally {
      clients.shutdownNow();
    }
  }
}
