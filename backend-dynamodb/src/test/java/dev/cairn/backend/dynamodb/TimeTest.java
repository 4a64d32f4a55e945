package dev.cairn.backend.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.testkit.TestRun;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The database's clock, read from replies. */
class TimeTest {
  @RegisterExtension final TestRun run = new TestRun();

  @Test
  void everyReplyHasATime() {
    try (Backend backend = TestSettings.of(run, "time-").create()) {
      assertTrue(backend.time().isPresent());
    }
  }

  @Test
  void theTimeOfAReplyIsInWholeSeconds() {
    assertEquals(
        Optional.of(new DatabaseTime(Instant.parse("2026-11-08T03:28:57Z"), Duration.ofSeconds(1))),
        ReplyTime.parse("Sun, 08 Nov 2026 03:28:57 GMT"));
  }

  @Test
  void whatIsNoTimeIsNone() {
    assertEquals(Optional.empty(), ReplyTime.parse("yesterday"));
    assertEquals(Optional.empty(), ReplyTime.parse(""));
  }
}
