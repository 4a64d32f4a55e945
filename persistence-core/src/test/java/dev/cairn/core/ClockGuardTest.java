package dev.cairn.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.spi.DatabaseTime;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.backend.inmemory.InMemoryBackend;
import dev.cairn.core.internal.runtime.ClockGuard;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a clock is off: only if nothing else can explain the two readings. */
class ClockGuardTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration SKEW = Duration.ofSeconds(5);

  private final Logger logger = Logger.getLogger(ClockGuard.class.getName());
  private Instant process = START;
  private Duration roundTrip = Duration.ZERO;
  private Optional<DatabaseTime> database = Optional.empty();
  private Runnable during = () -> {};

  private final ClockGuard guard =
      new ClockGuard(
          new ForwardingBackend(new InMemoryBackend()) {
            @Override
            public Optional<DatabaseTime> time() {
              Optional<DatabaseTime> reading = database;
              process = process.plus(roundTrip);
              during.run();
              return reading;
            }
          },
          () -> process,
          SKEW);

  @BeforeEach
  void expectWarnings() {
    logger.setUseParentHandlers(false);
  }

  @AfterEach
  void stopExpecting() {
    logger.setUseParentHandlers(true);
  }

  private boolean isOff(Duration databaseAhead, Duration resolution) {
    database = Optional.of(new DatabaseTime(process.plus(databaseAhead), resolution));
    return guard.compare().isPresent();
  }

  @Test
  void aClockIsOffBeyondTheSkewInBothDirections() {
    assertFalse(isOff(SKEW, Duration.ZERO));
    assertTrue(isOff(SKEW.plusMillis(1), Duration.ZERO));
    assertFalse(isOff(SKEW.negated(), Duration.ZERO));
    assertTrue(isOff(SKEW.negated().minusMillis(1), Duration.ZERO));
  }

  // The database may have read its clock when the call began or when it ended.
  @Test
  void aSlowReplyIsNoProofAgainstAClock() {
    roundTrip = Duration.ofSeconds(20);
    assertFalse(isOff(SKEW.plus(roundTrip), Duration.ZERO));
    assertTrue(isOff(SKEW.plus(roundTrip).plusMillis(1), Duration.ZERO));
    assertFalse(isOff(SKEW.negated(), Duration.ZERO));
    assertTrue(isOff(SKEW.negated().minusMillis(1), Duration.ZERO));
  }

  // A coarse clock shows 12:00:00.9 as 12:00:00.
  @Test
  void aCoarseReadingIsNoProofAgainstAClock() {
    Duration second = Duration.ofSeconds(1);
    assertFalse(isOff(SKEW.plus(second).negated(), second));
    assertTrue(isOff(SKEW.plus(second).negated().minusMillis(1), second));
    assertFalse(isOff(SKEW, second));
    assertTrue(isOff(SKEW.plusMillis(1), second));
  }

  @Test
  void aClockThatIsSetDuringTheCallIsJudgedByTheNextOne() {
    process = START.plus(Duration.ofDays(1));
    during = () -> process = START;
    database = Optional.of(new DatabaseTime(START, Duration.ZERO));
    assertEquals(Optional.empty(), guard.compare());
    during = () -> {};
    assertEquals(Optional.empty(), guard.compare());
  }

  @Test
  void aComparisonThatEndsLateDoesNotReplaceANewerOne() {
    database = Optional.of(new DatabaseTime(START.plus(Duration.ofDays(1)), Duration.ZERO));
    during =
        () -> {
          during = () -> {};
          process = START.plus(Duration.ofDays(1)); // set right
          assertEquals(Optional.empty(), guard.compare());
          process = START;
        };
    assertTrue(guard.compare().isPresent());
    assertEquals(Optional.empty(), guard.problem());
  }

  @Test
  void withoutAClockOfTheDatabaseNothingIsOff() {
    assertEquals(Optional.empty(), guard.compare());
    assertEquals(Optional.empty(), guard.offset());
  }
}
