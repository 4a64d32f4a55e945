package dev.cairn.core.internal.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class AppliedWindowTest {
  private static final long WINDOW = 1_000;

  @Test
  void aNodeThatIsAloneFollowsItsOwnClock() {
    AppliedWindow window = AppliedWindow.NONE.committed(1, 5_000, WINDOW);
    assertEquals(4_000, window.watermark());
    assertEquals(5_000, window.committed(1, 6_000, WINDOW).watermark());
  }

  // The other's time is at most a window old, so two windows are not more than it allows.
  @Test
  void aNodeAmongOthersLeavesTwoWindows() {
    AppliedWindow window =
        AppliedWindow.NONE.committed(1, 5_000, WINDOW).committed(2, 5_900, WINDOW);
    assertEquals(4_000, window.watermark());
    window = window.committed(1, 6_300, WINDOW).committed(2, 6_800, WINDOW);
    assertEquals(4_800, window.watermark());
    assertEquals(5_300, window.committed(1, 7_300, WINDOW).watermark());
    assertEquals(6_801, window.committed(1, 7_801, WINDOW).watermark(), "alone again");
  }

  // Its own time from before is not that of another process: it does not move the watermark to
  // where one clock alone would, whichever number it has now.
  @Test
  void aProcessThatRestartsUnderAnotherNumberIsNotAnother() {
    long fast = 900;
    AppliedWindow window = AppliedWindow.NONE.committed(1, 10_000, WINDOW);
    for (int node = 2; node < 10; node++) {
      window = window.committed(node, 10_000 + fast, WINDOW);
      assertEquals(9_000, window.watermark());
    }
  }

  // If the newest time alone were kept, the fast node would hide the one that others go by.
  @Test
  void theSecondNewestNodeIsRemembered() {
    AppliedWindow window =
        AppliedWindow.NONE
            .committed(1, 5_000, WINDOW)
            .committed(9, 5_999, WINDOW)
            .committed(9, 6_000, WINDOW)
            .committed(9, 6_000, WINDOW);
    assertEquals(4_000, window.watermark());
    assertEquals(9, window.newestNode());
    assertEquals(5_000, window.second());
  }

  @Property
  void theWatermarkNeverGoesBackAndNeverPassesTheSlowestClockByOneFastOne(@ForAll long seed) {
    Random random = new Random(seed);
    AppliedWindow window = AppliedWindow.NONE;
    long now = 10_000;
    long fast = random.nextLong(WINDOW);
    // Both have committed lately, so the fast one is never alone.
    window = window.committed(1, now, WINDOW);
    for (int i = 0; i < 50; i++) {
      now += random.nextInt((int) Math.max(1, WINDOW - fast));
      int node = 1 + random.nextInt(3);
      AppliedWindow next =
          window.committed(node, node == 3 ? now + fast : now, WINDOW).committed(1, now, WINDOW);
      assertTrue(next.watermark() >= window.watermark());
      assertTrue(next.watermark() <= now - WINDOW, () -> "at " + next);
      window = next;
    }
  }
}
