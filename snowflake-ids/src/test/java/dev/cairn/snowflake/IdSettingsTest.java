package dev.cairn.snowflake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class IdSettingsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private static void assertRefused(String part, Duration lease, Duration clock, Duration node) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> new IdSettings(lease, clock, node))
            .getMessage();
    assertTrue(message.contains(part), message);
  }

  @Test
  void timesThatCannotWorkAreRefused() {
    assertRefused("at least PT1S, not PT0.999S", Duration.ofMillis(999), SECOND, SECOND);
    assertRefused("not negative: clock PT-1S", SECOND, SECOND.negated(), SECOND);
    assertRefused("lease PT-1S", SECOND, SECOND, SECOND.negated());
  }

  @Test
  void timesThatWouldOverflowAreRefused() {
    assertRefused("at most PT8760H: lease " + FOR_EVER, FOR_EVER, SECOND, SECOND);
    assertRefused("clock " + FOR_EVER, SECOND, FOR_EVER, SECOND);
    assertRefused("node " + FOR_EVER, SECOND, SECOND, FOR_EVER);
  }

  @Test
  void aLeaseHasTimeForManyTries() {
    assertEquals(Duration.ofSeconds(10), IdSettings.DEFAULT.tick());
  }
}
