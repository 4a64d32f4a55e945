package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.cairn.core.Cairn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the tool finds the server that has a store, and what happens when that goes away. */
class RelayLifeTest {
  private static final String UNDROP = "shop/sales/items";

  @TempDir Path directory;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  private static String masked(Cli.Result result) {
    return result
        .toString()
        .replaceAll("\\d{4}-\\d\\d-\\d\\d[ T][0-9:.]+Z", "TIME")
        .replaceAll("@[0-9a-z]+/[0-9a-z]+", "@SCOPE")
        .replaceAll("(\"id\" : )?\"?[0-9a-z]{11,18}\"?", "ID")
        .replaceAll("store[0-9]?", "store")
        .replaceAll("scanned.*|took.*", "")
        .replaceAll("(?i)size.*", "") // of names and times as well, which differ by some bytes
        .replaceAll("[ -]+", " ");
  }

  /** Each of these is as before for the operator, with and without {@code --json}. */
  @Test
  void aCommandPrintsTheSameWithAndWithoutServer() throws Exception {
    List<String[]> commands =
        Stream.of(
                "tenant create globex",
                "tenant create globex",
                "tenant update globex -p plan=gold --json",
                "tenant deactivate globex",
                "catalog create globex/web --json",
                "catalog purge globex/web",
                "catalog purge globex/web --yes --json",
                "warehouse create web -p location=file:/tmp/web --dry-run",
                "warehouse create web -p location=file:/tmp/web",
                "warehouse update web",
                "warehouse deactivate nothing",
                "table undrop shop/sales/items --dry-run --json",
                "table undrop shop/sales/items",
                "table undrop shop/sales/items --json",
                "table undrop shop/nothing/items --id 1",
                "ref create acme/sales audit",
                "ref delete acme/sales audit --yes",
                "idempotency purge --yes",
                "gc --dry-run --json",
                "gc --yes",
                "schema create",
                "schema raise 99",
                "check --record")
            .map(line -> line.split(" "))
            .toList();
    Path served = directory.resolve("store");
    ServedSample sample = ServedSample.create(directory);
    Cli alone = new Cli(directory.resolve("store2"));
    Samples.create(alone);
    WarehouseSample.create(alone, directory.resolve("files2"));
    List<String> expected = new ArrayList<>();
    commands.forEach(each -> expected.add(masked(alone.run(each))));
    List<String> found = new ArrayList<>();
    try (ChildProcess server = sample.serve()) {
      commands.forEach(each -> found.add(masked(new Cli(served).run(each))));
      server.terminate();
      Cli.Result ended = server.await();
      assertFalse(ended.err().contains("WARNING"), ended::toString);
    }
    assertEquals(String.join("\n", expected), String.join("\n", found));
    assertTrue(sample.cli().json("table", "list", "shop/sales").toString().contains("items"));
  }

  @Test
  void onlyTheOwnerCanReadTheNoteAndAStoppedServerLeavesNone() throws Exception {
    ServedSample sample = ServedSample.create(directory);
    try (ChildProcess server = sample.serve("--access-log")) {
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(sample.note())));
      String secret = sample.readNote().path("secret").asText();
      assertEquals(64, secret.length());
      sample.cli().ok("table", "undrop", UNDROP);
      server.terminate();
      Cli.Result ended = server.await();
      assertFalse(ended.toString().contains(secret), "the secret is in the log");
    }
    assertFalse(Files.exists(sample.note()));
  }

  @Test
  void aServerThatStopsInterruptsCommandsAndSaysSo() throws Exception {
    ServedSample sample = ServedSample.create(directory);
    try (ChildProcess server = sample.serve()) {
      Future<Cli.Result> command = sample.waiting(threads, new Interruption(), "reindex");
      server.terminate();
      Cli.Result ended = command.get();
      assertEquals(ExitCode.UNAVAILABLE.number(), ended.code(), ended::toString);
      assertTrue(ended.err().contains("interrupted the command"), ended::toString);
      assertTrue(server.await().err().contains("stopped"));
    }
    sample.cli().ok("task", "cancel", "reindex", "--yes");
  }

  @Test
  void aServerThatIsKilledLeavesTheOutcomeOpenAndTheNextCommandWorksAlone() throws Exception {
    ServedSample sample = ServedSample.create(directory);
    try (ChildProcess server = sample.serve()) {
      Future<Cli.Result> command = sample.waiting(threads, new Interruption(), "reindex");
      server.killNow();
      Cli.Result ended = command.get();
      assertEquals(ExitCode.UNAVAILABLE.number(), ended.code(), ended::toString);
      assertTrue(ended.err().contains("took effect"), ended::toString);
      var unused = server.await();
    }
    assertTrue(Files.exists(sample.note()), "the note outlives the server");
    sample.cli().ok("table", "undrop", UNDROP);
  }

  /** What a program that got the port of a server sees of the tool. */
  private record OtherProgram(HttpServer server, ConcurrentLinkedQueue<String> seen)
      implements AutoCloseable {
    static OtherProgram start() throws IOException {
      ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            seen.add(exchange.getRequestMethod() + " " + exchange.getRequestHeaders().entrySet());
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes(StandardCharsets.UTF_8));
            exchange.close();
          });
      server.start();
      return new OtherProgram(server, seen);
    }

    String uri() {
      return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }

  /** The note of a server of now, which no longer listens where it says. */
  private static ObjectNode noteOfAServer(ServedSample sample) throws Exception {
    try (ChildProcess server = sample.serve()) {
      ObjectNode note = sample.readNote();
      server.terminate();
      var unused = server.await();
      return note;
    }
  }

  private static void write(ServedSample sample, ObjectNode note, String permissions)
      throws IOException {
    Files.deleteIfExists(sample.note());
    Files.createFile(
        sample.note(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    Files.write(sample.note(), note.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anotherProgramAtTheAddressOfANoteGetsNeitherSecretNorCommand() throws Exception {
    ServedSample sample = ServedSample.create(directory);
    ObjectNode note = noteOfAServer(sample);
    String dead = note.path("process").asText();
    ProcessHandle self = ProcessHandle.current();
    try (OtherProgram other = OtherProgram.start();
        Cairn cairn = sample.cli().open()) {
      note.put("uri", other.uri());
      write(sample, note, "rw-------");
      assertTrue(
          sample.cli().fails(ExitCode.UNAVAILABLE, "table", "undrop", UNDROP).contains("in use"));
      assertEquals(
          List.of(), List.copyOf(other.seen), "process " + dead + " is not there any more");
      note.put("process", self.pid());
      note.put("started", self.info().startInstant().orElseThrow().toString());
      write(sample, note, "rw-r-----");
      assertTrue(
          sample.cli().fails(ExitCode.UNAVAILABLE, "table", "undrop", UNDROP).contains("in use"));
      assertEquals(List.of(), List.copyOf(other.seen), "others could have read that note");
      write(sample, note, "rw-------");
      String answer = sample.cli().fails(ExitCode.UNAVAILABLE, "table", "undrop", UNDROP);
      assertTrue(answer.contains("is not the server"), answer);
      assertEquals(1, other.seen.size(), other.seen::toString);
      assertTrue(other.seen.peek().startsWith("GET "), other.seen::toString);
      assertFalse(other.seen.peek().contains(note.path("secret").asText()));
      assertFalse(other.seen.peek().contains("undrop"));
      assertTrue(cairn.backend().health().healthy());
    }
  }

  /** A copy of the directory has a copy of the note, which leads to the server of the original. */
  @Test
  void aCommandForACopyOfTheStoreNeverChangesTheOriginal() throws Exception {
    ServedSample sample = ServedSample.create(directory);
    Path copy = directory.resolve("copy");
    try (ChildProcess server = sample.serve()) {
      Files.createDirectories(copy);
      sample.cli().ok("backup", copy.resolve("store").toString());
      Files.copy(
          sample.note(),
          copy.resolve("store").resolve("SERVER"),
          StandardCopyOption.COPY_ATTRIBUTES);
      Cli ofCopy = new Cli(copy.resolve("store"));
      try (Cairn cairn = ofCopy.open()) {
        assertTrue(cairn.backend().health().healthy());
        assertTrue(
            ofCopy.fails(ExitCode.UNAVAILABLE, "table", "undrop", UNDROP).contains("in use"));
      }
      assertEquals(
          2, sample.cli().json("table", "list", "shop", "--dropped").path("dropped").size());
      server.checkRunning();
    }
  }
}
