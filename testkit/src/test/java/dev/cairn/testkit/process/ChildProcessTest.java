package dev.cairn.testkit.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Scanner;
import org.junit.jupiter.api.Test;

class ChildProcessTest {
  /** Answers each line; ends at "end". */
  static final class Echo {
    private Echo() {}

    public static void main(String[] arguments) {
      ProcessLines lines = new ProcessLines();
      lines.say(String.join(" ", arguments) + " " + System.getProperty("flag"));
      try (Scanner in = new Scanner(System.in, StandardCharsets.UTF_8)) {
        for (String line = in.nextLine(); !line.equals("end"); line = in.nextLine()) {
          lines.say("heard " + line);
        }
      }
      System.exit(7);
    }
  }

  @Test
  void programIsTalkedToAndEnds() {
    try (ChildProcess child =
        new ChildProcess(List.of("-Dflag=up"), Echo.class.getName(), "one", "two")) {
      assertEquals("one two up", child.readLine());
      assertEquals("heard this", child.ask("this"));
      assertTrue(child.isAlive());
      IllegalStateException ended =
          assertThrows(IllegalStateException.class, () -> child.ask("end"));
      assertTrue(ended.getMessage().contains("end"), ended::getMessage);
      assertEquals(7, child.await());
    }
  }

  @Test
  void killedProgramHasEndedAndWhatItSaidCanBeRead() {
    ChildProcess child = new ChildProcess(Echo.class, "one");
    assertEquals("one null", child.readLine());
    assertEquals("heard this", child.ask("this"));
    child.kill();
    assertNull(child.readLine());
    child.close();
    assertFalse(child.isAlive());
  }
}
