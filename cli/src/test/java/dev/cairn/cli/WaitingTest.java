package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.core.Cairn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that wait for another process. */
class WaitingTest {
  @TempDir Path directory;

  private final Interruption interruption = new Interruption();

  /** An operator presses Ctrl-C as soon as the command says that it waits. */
  private final class Impatient extends ByteArrayOutputStream {
    private boolean isPressed;

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      super.write(bytes, offset, length);
      if (!isPressed && toString(StandardCharsets.UTF_8).contains("waiting for")) {
        isPressed = true;
        Thread presses = new Thread(interruption::request);
        presses.setDaemon(true);
        presses.start();
      }
    }
  }

  @Test
  void aCollectionSaysWhichDeadProcessItWaitsForAndStopsWhenAsked() {
    Path store = directory.resolve("store");
    Cli cli = new Cli(store);
    Samples.create(cli);
    try (Cairn dying = cli.open()) {
      dying.tasks().submit("cairn.gc", "1000");
      assertThrows(
          RuntimeException.class,
          () ->
              dying
                  .tasks()
                  .run(
                      "cairn.gc",
                      context -> {
                        dying.backend().close();
                        throw new IllegalStateException("died");
                      }));
    }
    ByteArrayOutputStream err = new Impatient();
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Console.Terminals.NONE,
            Map.of("CAIRN_BACKEND", "rocksdb", "CAIRN_ROCKSDB_PATH", store.toString()));
    int code = new Tool(console, interruption).execute("gc", "--yes");
    String said = err.toString(StandardCharsets.UTF_8);
    assertEquals(ExitCode.INTERRUPTED.number(), code, said);
    assertTrue(said.contains("process " + ProcessHandle.current().pid() + " on "), said);
    assertTrue(said.contains("which has the task cairn.gc until 20"), said);
  }
}
