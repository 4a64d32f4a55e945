package dev.cairn.core.head;

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

  @Test
  void aNodeWithOthersFollowsTheSlowerClockOfTwo() {
    AppliedWindow window =
        AppliedWindow.NONE.committed(1, 5_000, WINDOW).committed(2, 5_900, WINDOW);
    assertEquals(4_000, window.watermark());
    assertEquals(4_200, window.committed(1, 5_200, WINDOW).watermark());
    assertEquals(4_000, window.committed(2, 5_950, WINDOW).watermark());
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
