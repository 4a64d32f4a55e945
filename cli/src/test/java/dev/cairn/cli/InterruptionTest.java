package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterruptionTest {
  private final Interruption interruption = new Interruption();
  private final List<String> closed = new ArrayList<>();

  @Test
  void aCommandThatEndsByItselfClosesWhatItOpened() {
    interruption.opened(() -> closed.add("first"));
    interruption.check();
    assertFalse(interruption.isRequested());
    interruption.end();
    interruption.request();
    assertEquals(List.of(), closed);
    CommandException stop = assertThrows(CommandException.class, interruption::check);
    assertEquals(ExitCode.INTERRUPTED, stop.code());
  }

  @Test
  void whatStaysOpenWhileNobodyAnswersIsClosed() {
    AutoCloseable second = () -> closed.add("second");
    interruption.opened(
        () -> {
          throw new IllegalStateException("closed already");
        });
    interruption.opened(() -> closed.add("first"));
    interruption.opened(second);
    interruption.closed(second);
    String answer =
        interruption.whileIdle(
            () -> {
              interruption.request();
              return "none";
            });
    assertEquals("none", answer);
    assertEquals(List.of("first"), closed);
    assertTrue(interruption.isRequested());
  }
}
