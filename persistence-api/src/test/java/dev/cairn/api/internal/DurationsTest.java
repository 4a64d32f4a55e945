package dev.cairn.api.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DurationsTest {
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
  private static final Duration NEVER = Duration.ofSeconds(Long.MIN_VALUE);

  @Test
  void whatFitsIsExact() {
    for (Duration each :
        List.of(
            Duration.ZERO,
            Duration.ofNanos(1),
            Duration.ofNanos(999),
            Duration.ofNanos(1_001),
            Duration.ofSeconds(3, 999_999_999),
            Duration.ofMillis(-1),
            Duration.ofDays(100_000),
            Duration.ofNanos(Long.MAX_VALUE))) {
      assertEquals(each.toNanos(), Durations.nanos(each));
      assertEquals(Math.floorDiv(each.toNanos(), 1_000L), Durations.micros(each));
    }
  }

  @Test
  void whatDoesNotFitIsTheNearestNumber() {
    assertEquals(Long.MAX_VALUE, Durations.nanos(FOR_EVER));
    assertEquals(Long.MAX_VALUE, Durations.micros(FOR_EVER));
    assertEquals(Long.MIN_VALUE, Durations.nanos(NEVER));
    assertEquals(Long.MIN_VALUE, Durations.micros(NEVER));
    assertEquals(Long.MAX_VALUE, Durations.nanos(Duration.ofNanos(Long.MAX_VALUE).plusNanos(1)));
    assertEquals(Long.MIN_VALUE, Durations.nanos(Duration.ofDays(-200_000)));
  }

  @Test
  void aMomentAfterAnotherDoesNotPassTheLast() {
    assertEquals(1_000_005, Durations.after(5, Duration.ofSeconds(1)));
    assertEquals(-999_995, Durations.after(5, Duration.ofSeconds(-1)));
    assertEquals(Long.MAX_VALUE, Durations.after(5, FOR_EVER));
    assertEquals(Long.MAX_VALUE, Durations.after(Long.MAX_VALUE - 1, Duration.ofSeconds(1)));
    assertEquals(Long.MIN_VALUE, Durations.after(-5, NEVER));
    assertEquals(Long.MIN_VALUE + 5, Durations.after(5, NEVER));
  }

  @Test
  void nothingIsLeftOfWhatIsOver() {
    assertEquals(3, Durations.left(5, 8));
    assertEquals(0, Durations.left(8, 8));
    assertEquals(0, Durations.left(9, 8));
    assertEquals(0, Durations.left(6, Durations.after(5, NEVER)));
    assertEquals(Long.MAX_VALUE, Durations.left(-5, Durations.after(5, FOR_EVER)));
  }
}
