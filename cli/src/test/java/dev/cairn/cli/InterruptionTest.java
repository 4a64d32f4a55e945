package dev.cairn.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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

  /** A command that only reads hangs in a call to a database that does not answer. */
  @Test
  void aCommandThatOnlyReadsIsNotWaitedFor() {
    interruption.opened(() -> closed.add("first"));
    interruption.request();
    assertEquals(List.of(), closed, "closing may hang, too");
  }

  /** Ctrl-C comes while a command opens the database; then it asks a question. */
  @Test
  void aQuestionThatIsAskedAfterCtrlCIsNotWaitedFor() throws InterruptedException {
    interruption.beginWork();
    interruption.opened(() -> closed.add("first"));
    Thread presses = new Thread(interruption::request);
    CountDownLatch answer = new CountDownLatch(1);
    presses.start();
    while (!interruption.isRequested()) {
      Thread.onSpinWait();
    }
    Thread asks =
        new Thread(
            () -> {
              boolean unused =
                  interruption.whileIdle(
                      () -> {
                        try {
                          answer.await();
                        } catch (InterruptedException e) {
                          Thread.currentThread().interrupt();
                        }
                        return true;
                      });
            });
    asks.start();
    presses.join();
    assertEquals(List.of("first"), closed);
    answer.countDown();
    asks.join();
  }

  @Test
  void whatStaysOpenWhileTheDatabaseIsSilentIsClosed() {
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
