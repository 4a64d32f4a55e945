package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that change a store which a server has open: the server runs them. */
class RelayedCommandsTest {
  private static final int COMMANDS_AT_A_TIME = 8;

  @TempDir static Path directory;
  private static ServedSample sample;
  private static ChildProcess server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeAll
  static void startServer() throws IOException {
    sample = ServedSample.create(directory);
    server = sample.serve();
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.terminate();
    Cli.Result ended = server.await();
    server.close();
    assertFalse(ended.err().contains("WARNING"), ended::toString);
  }

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void theToolAsksAndTheServerDoesWhatWasConfirmed() throws Exception {
    sample.cli().ok("tenant", "create", "initech");
    sample.cli().ok("catalog", "create", "initech/web");
    sample.cli().ok("catalog", "deactivate", "initech/web");
    Console.Terminals terminal = new Console.Terminals(true, false, false);
    Cli.Result no = sample.cli().on(terminal).typing("n\n").run("catalog", "purge", "initech/web");
    assertEquals(ExitCode.FAILED.number(), no.code(), no::toString);
    assertTrue(no.err().contains("[y/N]"), no::toString);
    assertEquals(1, sample.cli().json("catalog", "list", "initech").path("catalogs").size());
    Cli.Result yes = sample.cli().on(terminal).typing("y\n").run("catalog", "purge", "initech/web");
    assertEquals(0, yes.code(), yes::toString);
    assertEquals(0, sample.cli().json("catalog", "list", "initech").path("catalogs").size());
    server.checkRunning();
  }

  @Test
  void relativePathsBeginWhereTheToolIs() throws Exception {
    sample.cli().ok("catalog", "create", "acme/copy");
    sample
        .cli()
        .ok("export", directory.resolve("some.cairn").toString(), "--catalog", "acme/sales");
    Path here = Path.of("").toAbsolutePath();
    String relative = here.relativize(directory.resolve("some.cairn")).toString();
    JsonNode report = sample.cli().json("import", relative, "--into", "acme/copy");
    assertTrue(report.path("isClean").asBoolean(), report::toString);
    server.checkRunning();
  }

  @Test
  void commandsRunBesideEachOther() throws Exception {
    Future<Cli.Result> first = sample.waiting(threads, new Interruption(), "first");
    Future<Cli.Result> second = sample.waiting(threads, new Interruption(), "second");
    sample.cli().ok("task", "cancel", "first", "--yes");
    assertEquals(ExitCode.FAILED.number(), first.get().code(), "it ended as cancelled");
    assertFalse(second.isDone());
    sample.cli().ok("task", "cancel", "second", "--yes");
    assertEquals(ExitCode.FAILED.number(), second.get().code());
    server.checkRunning();
  }

  @Test
  void settingsThatTheServerWouldIgnoreAreRefused() throws Exception {
    String refused =
        sample.cli().fails(ExitCode.USAGE, "gc", "--yes", "-D", "cairn.gc.retention=30d");
    assertTrue(refused.contains("cairn.gc.retention"), refused);
    sample.cli().ok("gc", "--yes", "-D", "cairn.gc.retention=168h");
    sample
        .cli()
        .ok(
            "-D",
            "cairn.server.tenant=other",
            "warehouse",
            "create",
            "of-other",
            "-p",
            "location=file:/tmp/x");
    assertFalse(sample.cli().json("warehouse", "list").toString().contains("of-other"));
    server.checkRunning();
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void withoutTheSecretOrFromABrowserNothingRuns() throws Exception {
    JsonNode note = sample.readNote();
    String secret = note.path("secret").asText();
    URI uri = URI.create(note.path("uri").asText() + "/command");
    ObjectNode call =
        new ObjectMapper()
            .createObjectNode()
            .put("store", note.path("store").asText())
            .put("directory", "/")
            .put("confirmed", "");
    call.putArray("arguments").add("tenant").add("create").add("hooli");
    call.putObject("settings");
    HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString(call.toString());
    String type = "application/x-cairn-command";
    var post = HttpRequest.newBuilder(uri).header("Content-Type", type).POST(body);
    assertEquals(401, send(post).statusCode());
    assertEquals(401, send(post.copy().header("Cairn-Secret", secret.substring(1))).statusCode());
    var withSecret = post.copy().header("Cairn-Secret", secret);
    assertEquals(403, send(withSecret.copy().header("Origin", "null")).statusCode());
    assertEquals(403, send(withSecret.copy().header("Sec-Fetch-Site", "same-origin")).statusCode());
    assertEquals(415, send(withSecret.copy().setHeader("Content-Type", "text/plain")).statusCode());
    HttpResponse<String> preflight =
        send(
            HttpRequest.newBuilder(uri)
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                .header("Access-Control-Request-Method", "POST"));
    assertEquals(405, preflight.statusCode());
    assertFalse(
        preflight.headers().map().keySet().stream()
            .anyMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control")));
    assertEquals(400, send(HttpRequest.newBuilder(uri).GET()).statusCode());
    assertFalse(sample.cli().json("tenant", "list").toString().contains("hooli"));
    HttpResponse<String> done = send(withSecret);
    assertEquals(200, done.statusCode(), done::body);
    assertTrue(sample.cli().json("tenant", "list").toString().contains("hooli"));
    for (String other : List.of("serve", "demo", "export", "bench", "completion", "copy")) {
      call.putArray("arguments").add(other);
      HttpResponse<String> refused =
          send(withSecret.copy().POST(HttpRequest.BodyPublishers.ofString(call.toString())));
      assertTrue(refused.body().contains("there is no command '" + other), refused::body);
    }
    server.checkRunning();
  }

  @Test
  void aToolOfAnotherReleaseIsRefused() throws Exception {
    JsonNode note = sample.readNote();
    HttpResponse<String> answer =
        send(
            HttpRequest.newBuilder(URI.create(note.path("uri").asText() + "/command"))
                .header("Content-Type", "application/x-cairn-command")
                .header("Cairn-Secret", note.path("secret").asText())
                .POST(HttpRequest.BodyPublishers.ofString("{\"arguments\":[\"gc\"],\"and\":1}")));
    assertTrue(answer.body().contains("same release"), answer::body);
    server.checkRunning();
  }

  /** A tool that is stopped, and so takes nothing, must not keep others from anything. */
  @Test
  void healthAnswersWhileAllCommandsAreTaken() throws Exception {
    List<Interruption> interruptions = new ArrayList<>();
    List<Future<Cli.Result>> commands = new ArrayList<>();
    for (int i = 0; i < COMMANDS_AT_A_TIME; i++) {
      Interruption interruption = new Interruption();
      interruptions.add(interruption);
      commands.add(sample.waiting(threads, interruption, "reindex-" + i));
    }
    String uri = sample.readNote().path("uri").asText();
    assertEquals(200, send(HttpRequest.newBuilder(URI.create(uri + "/health/ready"))).statusCode());
    String refused = sample.cli().fails(ExitCode.UNAVAILABLE, "tenant", "create", "globex");
    assertTrue(refused.contains("too many"), refused);
    interruptions.forEach(Interruption::request);
    for (Future<Cli.Result> each : commands) {
      assertEquals(ExitCode.INTERRUPTED.number(), each.get().code());
    }
    while (sample.cli().run("tenant", "create", "globex").code() != 0) {
      LockSupport.parkNanos(10_000_000);
      server.checkRunning();
    }
  }
}
