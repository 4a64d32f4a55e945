package dev.cairn.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TestClockTest {
  private final TestClock clock = new TestClock();

  @Test
  void clockStandsStillUntilItIsMoved() {
    assertEquals(TestClock.START, clock.instant());
    assertEquals(TestClock.START.plusSeconds(5), clock.advance(Duration.ofSeconds(5)));
    assertEquals(TestClock.START.plusSeconds(5), clock.instant());
    clock.advance(Duration.ofSeconds(-9));
    assertEquals(TestClock.START.minusSeconds(4), clock.instant());
    clock.set(Instant.EPOCH);
    assertEquals(Instant.EPOCH, clock.instant());
  }

  @Test
  void waitingMovesTheClock() {
    clock.waiter().await(Duration.ofHours(1));
    clock.waiter().await(Duration.ofSeconds(-1));
    assertEquals(TestClock.START.plusSeconds(3_600), clock.instant());
  }

  @Test
  void interruptedThreadDoesNotWaitAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    clock.waiter().await(Duration.ofHours(1));
    assertTrue(Thread.interrupted());
    assertEquals(TestClock.START, clock.instant());
  }
}
