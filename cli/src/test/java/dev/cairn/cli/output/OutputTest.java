package dev.cairn.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.cli.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OutputTest {
  private static final CommandReport REPORT =
      new CommandReport()
          .with("name", "sales")
          .with("createdAt", Instant.parse("2026-03-01T10:15:30.123456Z"))
          .with("size", new Size(1536))
          .with("nothing", Optional.empty())
          .with("objects", OptionalLong.of(12_345))
          .with("healthy", true)
          .with("tags", List.of("a", "b"))
          .with("heads", new TextTable("head", "keys").row("x", 7L).row("long one", 1_000L));

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Console console(Console.Terminals terminals, Map<String, String> environment) {
    return new Console(
        new ByteArrayInputStream(new byte[0]),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        terminals,
        environment);
  }

  private String print(CommandReport report, boolean json) {
    new Output(console(Console.Terminals.NONE, Map.of()), json, false).print(report);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void peopleGetAlignedLinesAndTables() {
    assertEquals(
        """
        name        sales
        created at  2026-03-01 10:15:30Z
        size        1.5 KB
        nothing     -
        objects     12,345
        healthy     yes
        tags        a, b

        heads
          HEAD       KEYS
          x             7
          long one  1,000
        """,
        print(REPORT, false));
  }

  @Test
  void programsGetTheSameValuesAsJson() {
    assertEquals(
        """
        {
          "name": "sales",
          "createdAt": "2026-03-01T10:15:30.123456Z",
          "size": 1536,
          "nothing": null,
          "objects": 12345,
          "healthy": true,
          "tags": [
            "a",
            "b"
          ],
          "heads": [
            {
              "head": "x",
              "keys": 7
            },
            {
              "head": "long one",
              "keys": 1000
            }
          ]
        }
        """,
        print(REPORT, true));
  }

  @Test
  void aTableAloneHasNoTitle() {
    assertEquals(
        "NAME\nsales\n",
        print(new CommandReport().with("t", new TextTable("name").row("sales")), false));
  }

  @Test
  void whatIsStoredCannotControlATerminal() {
    String shown = print(new CommandReport().with("name", "a\u001b[2Jb\nc"), false);
    assertEquals("name  a\\u001b[2Jb\\u000ac\n", shown);
    out.reset();
    Map<String, String> map = Map.of("b\u009b", "\u202e", "a", "1");
    assertEquals(
        "properties  a=1, b\\u009b=\\u202e\n",
        print(new CommandReport().with("properties", map), false));
    out.reset();
    assertEquals(
        """
        {
          "properties": {
            "a": "1",
            "b\\u009b": "\\u202e"
          }
        }
        """,
        print(new CommandReport().with("properties", map), true));
    Console console = console(Console.Terminals.NONE, Map.of());
    console.say("one\r\u001b[31m\ntwo");
    console.complain("cairn:", "no \u009b");
    console.ask("a\nb?");
    assertEquals(
        "one\\u000d\\u001b[31m\ntwo\ncairn: no \\u009b\na\\u000ab? ",
        err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void colorsAreForTerminalsAndForThoseWhoWantThem() {
    Console.Terminals terminals = new Console.Terminals(true, true, true);
    assertTrue(console(terminals, Map.of()).isOutColored());
    assertTrue(console(terminals, Map.of("NO_COLOR", "")).isErrColored());
    assertFalse(console(terminals, Map.of("NO_COLOR", "1")).isOutColored());
    assertFalse(console(terminals, Map.of("TERM", "dumb")).isErrColored());
    assertFalse(console(Console.Terminals.NONE, Map.of()).isOutColored());
    new Output(console(terminals, Map.of()), false, false)
        .print(new CommandReport().with("t", new TextTable("name").row("sales")));
    assertTrue(out.toString(StandardCharsets.UTF_8).startsWith("\u001b[1mNAME\u001b[0m"));
  }

  private static CommandReport wideTable() {
    return new CommandReport()
        .with(
            "commits",
            new TextTable("head", "message", "keys", "count")
                .row("351-037165ac5c9f2000", "m".repeat(60), "k".repeat(90), 1_000L)
                .row("350-037165ac5c5f2000", "short", "k", 7L));
  }

  private List<String> lines(int width, boolean isWide) {
    new Output(
            console(new Console.Terminals(false, true, false, width), Map.of("NO_COLOR", "1")),
            false,
            isWide)
        .print(wideTable());
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void aTableFitsTheTerminalAndIdentifiersAreNeverCut() {
    for (int width : new int[] {80, 60}) {
      for (String line : lines(width, false)) {
        assertTrue(line.length() <= width, line);
      }
      out.reset();
    }
    List<String> lines = lines(100, false);
    for (String line : lines) {
      assertTrue(line.length() <= 100, line);
    }
    assertTrue(lines.get(1).contains("351-037165ac5c9f2000  mmm"), lines::toString);
    assertTrue(
        lines.get(1).contains("m…  kkk") && lines.get(1).endsWith("k…  1,000"), lines::toString);
    assertTrue(lines.get(2).contains("  short  "), lines::toString);
    assertTrue(err.toString(StandardCharsets.UTF_8).contains("--wide"), "it says that it cut");
  }

  @Test
  void aTableIsWholeInTheWideFormInAPipeAndWhereItFits() {
    int whole = 20 + 60 + 90 + 5 + 3 * 2;
    assertEquals(whole, lines(100, true).get(1).length());
    out.reset();
    assertEquals(whole, lines(whole, false).get(1).length());
    out.reset();
    assertEquals(whole, lines(0, false).get(1).length(), "the width of the terminal is unknown");
    out.reset();
    assertEquals(whole, print(wideTable(), false).lines().toList().get(1).length());
    assertEquals("", err.toString(StandardCharsets.UTF_8));
  }

  /** The list of tasks, whose columns other than the name cannot be cut. */
  @Test
  void aNarrowTerminalLeavesOutColumnsInTheirOrderBeforeItCutsAny() {
    CommandReport tasks =
        new CommandReport()
            .with(
                "tasks",
                new TextTable("name", "run", "attempts", "holder", "endedAt")
                    .leavingOut("attempts", "holder")
                    .row(
                        "cairn.purge 1vut0exj1zb4/1vut0f6qp9ts",
                        1,
                        2,
                        "h".repeat(22),
                        "e".repeat(20)));
    Map<Integer, String> shown = new TreeMap<>();
    for (int width : new int[] {200, 90, 70, 50}) {
      new Output(
              console(new Console.Terminals(false, true, false, width), Map.of("NO_COLOR", "1")),
              false,
              false)
          .print(tasks);
      List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
      lines.forEach(line -> assertTrue(line.length() <= width, line));
      shown.put(
          width, lines.get(0).replaceAll(" +", " ") + (lines.get(1).contains("…") ? "…" : ""));
      out.reset();
    }
    assertEquals(
        Map.of(
            200, "NAME RUN ATTEMPTS HOLDER ENDED AT",
            90, "NAME RUN HOLDER ENDED AT",
            70, "NAME RUN ENDED AT",
            50, "NAME RUN ENDED AT…"),
        shown);
    assertTrue(err.toString(StandardCharsets.UTF_8).contains("--wide"));
    assertThrows(IllegalArgumentException.class, () -> new TextTable("a").leavingOut("b"));
  }

  @Test
  void aRowHasACellForEachColumn() {
    assertThrows(IllegalArgumentException.class, () -> new TextTable("a", "b").row("only one"));
  }

  @Test
  void durationsAndSizesAreShort() {
    assertEquals("3.14ms", Text.of(Duration.ofNanos(3_140_000)));
    assertEquals("2.50s", Text.of(Duration.ofMillis(2_500)));
    assertEquals("59s", Text.of(Duration.ofSeconds(59)));
    assertEquals("1m 12s", Text.of(Duration.ofSeconds(72)));
    assertEquals("2h", Text.of(Duration.ofHours(2)));
    assertEquals("3d 4h", Text.of(Duration.ofHours(76)));
    assertEquals("1023 B", new Size(1023).toString());
    assertEquals("3.0 MB", new Size(3 << 20).toString());
    assertEquals("8.0 EB", new Size(Long.MAX_VALUE).toString());
  }

  @Test
  void progressIsABarOnATerminalAndNothingInABriefPipe() {
    try (ProgressBar progress =
        new ProgressBar(
            console(new Console.Terminals(false, false, true), Map.of()), "tables", 10)) {
      progress.at(5);
    }
    String drawn = err.toString(StandardCharsets.UTF_8);
    assertTrue(drawn.contains("[###############               ] 5 of 10 tables"), drawn);
    assertTrue(drawn.endsWith("\r\u001b[K"), "the bar is wiped off at the end");
    for (Console without :
        List.of(
            console(Console.Terminals.NONE, Map.of()),
            console(new Console.Terminals(false, false, true), Map.of("TERM", "dumb")))) {
      err.reset();
      try (ProgressBar progress = new ProgressBar(without, "tables", 10)) {
        progress.at(5);
      }
      assertEquals("", err.toString(StandardCharsets.UTF_8));
    }
  }
}
