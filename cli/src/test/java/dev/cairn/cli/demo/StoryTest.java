package dev.cairn.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.cli.CommandException;
import dev.cairn.cli.Console;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Interruption;
import dev.cairn.cli.Tool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoryTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Tool tool =
      new Tool(
          new Console(
              new ByteArrayInputStream(new byte[0]),
              new PrintStream(out, true, StandardCharsets.UTF_8),
              System.err,
              Console.Terminals.NONE,
              Map.of()),
          new Interruption());

  private String tell() {
    Story story = new Story(tool);
    story.chapter("crash", "A crash");
    story.say("It goes down.");
    story.figure("lost", 0, "commits are lost");
    story.fact("config", "there");
    story.end();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void peopleReadAlongAndProgramsGetTheFigures() {
    assertEquals("\n1. A crash\n   It goes down.\n              0  commits are lost\n", tell());
    out.reset();
    var unused = tool.commandLine(List.of()).parseArgs("--json");
    String json = tell();
    assertTrue(json.contains("\"lost\": 0") && json.contains("\"config\": \"there\""), json);
    assertTrue(!json.contains("It goes down"), json);
  }

  @Test
  void aBrokenPromiseEndsIt() {
    Story story = new Story(tool);
    story.require(true, "kept");
    CommandException broken =
        assertThrows(CommandException.class, () -> story.require(false, "2 are lost"));
    assertEquals(ExitCode.FAILED, broken.code());
    assertTrue(broken.getMessage().contains("2 are lost"));
  }
}
