package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.cairn.core.Cairn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --watch}. */
class WatchTest {
  private static final Console.Terminals TERMINAL = new Console.Terminals(false, true, false, 200);

  @TempDir Path directory;

  private Path store;
  private Map<String, String> environment;

  @BeforeEach
  void create() {
    store = directory.resolve("store");
    environment = Map.of("CAIRN_BACKEND", "rocksdb", "CAIRN_ROCKSDB_PATH", store.toString());
    Samples.create(new Cli(store));
  }

  /** The output of a watch that an operator ended. */
  private record Watched(int code, String out, String err) {}

  /** Results, which tell when a part of them is there; what is done then comes before the next. */
  private static final class Seen extends ByteArrayOutputStream {
    private final String mark;
    private final IntConsumer after;
    private int times;

    Seen(String mark, IntConsumer after) {
      this.mark = mark;
      this.after = after;
    }

    @Override
    public void flush() throws IOException {
      super.flush();
      int now = toString(StandardCharsets.UTF_8).split(mark, -1).length - 1;
      if (now > times) {
        times = now;
        after.accept(now);
      }
    }
  }

  /**
   * Watches until results with {@code mark} were printed {@code rounds} times.
   *
   * @param between what happens after each
   */
  private Watched watch(
      Console.Terminals terminals, String mark, int rounds, IntConsumer between, String... words) {
    Interruption interruption = new Interruption();
    interruption.end(); // no thread waits for the command, which runs in this one
    Seen out =
        new Seen(
            mark,
            times -> {
              if (times == rounds) {
                interruption.request();
              } else {
                between.accept(times);
              }
            });
    // A watch that goes on after a failure would go on forever.
    ByteArrayOutputStream err = new Seen("cairn:", times -> interruption.request());
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminals,
            environment);
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--watch", "--every", "100ms"));
    int code = new Tool(console, interruption).execute(all.toArray(String[]::new));
    return new Watched(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void everyLookShowsTheStateOfThenAndForProgramsEachIsALine() throws IOException {
    Watched watched =
        watch(
            Console.Terminals.NONE,
            "\"references\"",
            3,
            times -> new Cli(store).ok("ref", "create", Samples.CATALOG, "r" + times),
            "ref",
            "list",
            Samples.CATALOG,
            "--json");
    assertEquals(ExitCode.INTERRUPTED.number(), watched.code(), watched::toString);
    assertEquals("", watched.err());
    List<String> lines = watched.out().lines().toList();
    assertEquals(3, lines.size());
    for (int i = 0; i < lines.size(); i++) {
      JsonNode each = new ObjectMapper().readTree(lines.get(i));
      assertEquals(1 + i, each.path("references").size(), lines.get(i));
    }
  }

  @Test
  void aTerminalIsDrawnAnewAndAPipeGetsNoEscapeCodes() {
    Watched drawn = watch(TERMINAL, "STATE", 2, times -> {}, "lease", "list");
    assertEquals(2, drawn.out().split("\u001b\\[H\u001b\\[2J", -1).length - 1, drawn.out());
    assertTrue(drawn.out().contains("every 100.00ms until Ctrl-C"), drawn.out());
    Watched piped = watch(Console.Terminals.NONE, "NAME", 2, times -> {}, "task", "list");
    assertFalse(piped.out().contains("\u001b"), piped.out());
    assertEquals(2, piped.out().lines().filter(each -> each.contains("until Ctrl-C")).count());
  }

  @Test
  void everyListCanBeWatched() {
    try (Cairn cairn = new Cli(store).open()) {
      Samples.commit(cairn, "eu/orders");
      cairn.tasks().submit("reindex", "");
      for (String command :
          List.of(
              "tenant list",
              "catalog list acme",
              "ref list acme/sales",
              "ref log acme/sales",
              "ls acme/sales",
              "lease list --all",
              "task list",
              "task show reindex",
              "idempotency list")) {
        Watched watched =
            watch(Console.Terminals.NONE, "until Ctrl-C", 2, times -> {}, command.split(" "));
        assertEquals(ExitCode.INTERRUPTED.number(), watched.code(), () -> command + ": " + watched);
      }
    }
  }

  @Test
  void aDatabaseThatDoesNotAnswerForOnceIsSaidAndNotTheEnd() {
    MongoServer server = new MongoServer(new MemoryBackend().version(ServerVersion.MONGO_5_0));
    try {
      String uri = server.bindAndGetConnectionString();
      Samples.create(ServerTest.cli(directory, uri));
      environment =
          Map.of(
              "CAIRN_BACKEND",
              "mongodb",
              "CAIRN_MONGODB_URI",
              uri,
              "CAIRN_MONGODB_REQUEST_TIMEOUT",
              "PT0.2S");
      Watched watched =
          watch(
              Console.Terminals.NONE,
              "acme",
              10,
              times -> {
                if (times == 2) {
                  server.shutdownNow();
                }
              },
              "tenant",
              "list");
      assertEquals(ExitCode.INTERRUPTED.number(), watched.code(), watched::toString);
      assertEquals(3, watched.out().split("acme", -1).length, watched::toString);
      assertTrue(watched.err().startsWith("cairn: "), watched::toString);
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void whatIsWrongFromTheBeginningOrIsGoneEndsIt() {
    Cli cli = new Cli(store);
    cli.fails(ExitCode.NOT_FOUND, "catalog", "list", "nobody", "--watch");
    cli.fails(ExitCode.USAGE, "lease", "list", "--every", "1s");
    cli.fails(ExitCode.USAGE, "lease", "list", "--watch", "--every", "1ms");
    cli.ok("ref", "create", Samples.CATALOG, "audit");
    Watched gone =
        watch(
            Console.Terminals.NONE,
            "HEAD",
            10,
            times -> new Cli(store).ok("ref", "delete", Samples.CATALOG, "audit", "--yes"),
            "ref",
            "log",
            Samples.CATALOG,
            "audit");
    assertEquals(ExitCode.NOT_FOUND.number(), gone.code(), gone::toString);
  }
}
