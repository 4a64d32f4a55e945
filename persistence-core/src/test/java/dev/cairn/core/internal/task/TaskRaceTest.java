package dev.cairn.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.Token;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.Tasks.Offer;
import dev.cairn.backend.inmemory.InMemoryBackend;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What others do between two calls of one process, and replies that get lost. */
class TaskRaceTest {
  /** Runs something around the next swap of the process before it. */
  private static final class Between extends ForwardingBackend {
    private Runnable before = () -> {};
    private Runnable afterLost = () -> {};
    private boolean loses;

    Between(Backend delegate) {
      super(delegate);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      Runnable now = before;
      before = () -> {};
      now.run();
      CasResult<ObjectRow> result = super.swap(expected, next);
      if (!loses) {
        return result;
      }
      loses = false;
      afterLost.run();
      return CasResult.unknown(new UnknownOutcomeException("the reply was lost on purpose"));
    }
  }

  private final Backend shared = new InMemoryBackend();
  private final Between between = new Between(shared);
  private final TaskProcess first = new TaskProcess("first", between);
  private final TaskProcess second = new TaskProcess("second", shared);

  private void does() {
    assertEquals(Offer.ENDED, second.tasks.run("t", context -> "done"));
  }

  private long run() {
    return second.tasks.find("t").orElseThrow().run();
  }

  /** Two processes find a period over; one does the run before the other begins it. */
  @Test
  void aPeriodicTaskIsNotDoneTwiceInARow() {
    Duration hour = Duration.ofHours(1);
    second.tasks.submit("t", "");
    does();
    first.pass(hour);
    second.pass(hour);
    between.before =
        () -> assertEquals(Offer.ENDED, second.tasks.runEvery(hour, "t", "", context -> "second"));
    assertEquals(Offer.NOT_DUE, first.tasks.runEvery(hour, "t", "", context -> "first"));
    assertEquals(2, run());
  }

  /** The reply to a submission is lost, and its run has begun and ended before the row is read. */
  @Test
  void aSubmissionWhoseReplyIsLostBeginsOneRun() {
    second.tasks.submit("t", "");
    does();
    between.loses = true;
    between.afterLost = this::does;
    assertEquals(2, first.tasks.submit("t", "again").run());
    assertEquals(2, run());
  }

  /** The reply to a cancellation is lost, and another run exists before the row is read. */
  @Test
  void aCancellationWhoseReplyIsLostCancelsOneRun() {
    second.tasks.submit("t", "");
    between.loses = true;
    between.afterLost =
        () -> {
          second.tasks.submit("t", "again");
          assertEquals(2, run());
        };
    assertTrue(first.tasks.cancel("t"));
    assertEquals(TaskStatus.State.WAITING, second.tasks.find("t").orElseThrow().state());
  }
}
