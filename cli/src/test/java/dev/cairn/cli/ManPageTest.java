package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The manual page says what the commands say. With {@code -Dcairn.test.docs=write} it is written.
 */
class ManPageTest {
  private static final Path PAGE = Path.of("..", "packaging", "man", "cairn.1");

  @TempDir Path directory;

  @Test
  void thePageIsThatOfTheCommands() throws IOException {
    String expected = ManPage.of(UsageTest.tool().commandLine(List.of()));
    if (System.getProperty("cairn.test.docs", "").equals("write")) {
      Files.writeString(PAGE, expected);
    }
    assertEquals(expected, Files.readString(PAGE), "write it again by -Dcairn.test.docs=write");
    assertTrue(expected.contains(".SS \"cairn catalog create TENANT/CATALOG\""), expected);
  }

  /** Where there is a formatter, it has nothing to complain about. */
  @Test
  void theFormatterUnderstandsThePage() {
    List<String> find = List.of("sh", "-c", "command -v groff");
    if (ChildProcess.run(directory, Map.of(), find).code() == 0) {
      Cli.Result result =
          ChildProcess.run(
              directory, Map.of(), List.of("groff", "-man", "-ww", "-Tutf8", PAGE.toString()));
      assertEquals(0, result.code(), result::toString);
      assertEquals("", result.err());
    }
  }
}
