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
import org.junit.jupiter.api.Test;

class OutputTest {
  private static final Report REPORT =
      new Report()
          .with("name", "sales")
          .with("createdAt", Instant.parse("2026-03-01T10:15:30.123456Z"))
          .with("size", new Size(1536))
          .with("nothing", Optional.empty())
          .with("objects", OptionalLong.of(12_345))
          .with("healthy", true)
          .with("tags", List.of("a", "b"))
          .with("heads", new Table("head", "keys").row("x", 7L).row("long one", 1_000L));

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

  private String print(Report report, boolean json) {
    new Output(console(Console.Terminals.NONE, Map.of()), json).print(report);
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
        "NAME\nsales\n", print(new Report().with("t", new Table("name").row("sales")), false));
  }

  @Test
  void whatIsStoredCannotControlATerminal() {
    String shown = print(new Report().with("name", "a\u001b[2Jb\nc"), false);
    assertEquals("name  a\\u001b[2Jb\\u000ac\n", shown);
  }

  @Test
  void colorsAreForTerminalsAndForThoseWhoWantThem() {
    Console.Terminals terminals = new Console.Terminals(true, true, true);
    assertTrue(console(terminals, Map.of()).isOutColored());
    assertTrue(console(terminals, Map.of("NO_COLOR", "")).isErrColored());
    assertFalse(console(terminals, Map.of("NO_COLOR", "1")).isOutColored());
    assertFalse(console(terminals, Map.of("TERM", "dumb")).isErrColored());
    assertFalse(console(Console.Terminals.NONE, Map.of()).isOutColored());
    new Output(console(terminals, Map.of()), false)
        .print(new Report().with("t", new Table("name").row("sales")));
    assertTrue(out.toString(StandardCharsets.UTF_8).startsWith("\u001b[1mNAME\u001b[0m"));
  }

  @Test
  void aRowHasACellForEachColumn() {
    assertThrows(IllegalArgumentException.class, () -> new Table("a", "b").row("only one"));
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
    try (Progress progress =
        new Progress(console(new Console.Terminals(false, false, true), Map.of()), "tables", 10)) {
      progress.at(5);
    }
    String drawn = err.toString(StandardCharsets.UTF_8);
    assertTrue(drawn.contains("[###############               ] 5 of 10 tables"), drawn);
    assertTrue(drawn.endsWith("\r\u001b[K"), "the bar is wiped off at the end");
    err.reset();
    try (Progress progress =
        new Progress(console(Console.Terminals.NONE, Map.of()), "tables", 10)) {
      progress.at(5);
    }
    assertEquals("", err.toString(StandardCharsets.UTF_8));
  }
}
