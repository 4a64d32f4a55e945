package dev.cairn.api.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetentionTest {
  // 10 s for the caller, 90 s of retries, 30 s for the network, 5 s for clocks; 80 commands/s.
  @Test
  void theWorkedExample() {
    Duration lifetime =
        Retention.shortestLifetime(
            Duration.ofSeconds(10),
            Duration.ofSeconds(90),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5));
    assertEquals(Duration.ofSeconds(135), lifetime);
    long keys = Retention.capacity(80, lifetime, 0.2);
    assertEquals(12_960, keys);
    assertEquals(2.47e-31, Retention.collisionProbability(keys, 128), 0.005e-31);
  }

  @Test
  void edges() {
    assertEquals(0, Retention.capacity(0, Duration.ofHours(1), 0.5));
    assertEquals(1, Retention.capacity(0.001, Duration.ofSeconds(1), 0));
    assertEquals(0, Retention.collisionProbability(1, 128));
    assertEquals(1, Retention.collisionProbability(Long.MAX_VALUE, 8));
    assertThrows(
        IllegalArgumentException.class, () -> Retention.capacity(-1, Duration.ofSeconds(1), 0));
  }

  @Test
  void clientsLearnTheLifetime() {
    IdempotencySettings on = IdempotencySettings.DEFAULT;
    IdempotencySettings off =
        new IdempotencySettings(
            false,
            on.keyRule(),
            on.lifetime(),
            on.grace(),
            on.lease(),
            on.patience(),
            on.whenUnreachable(),
            on.maxOutcomeBytes());
    assertEquals(Map.of("idempotency-key-lifetime", "PT30M"), on.discovery());
    assertEquals(
        Map.of("idempotency-key-supported", "true", "idempotency-key-lifetime", "PT30M"),
        on.discoveryPair());
    assertEquals(Map.of(), off.discovery());
    assertEquals(Map.of("idempotency-key-supported", "false"), off.discoveryPair());
  }
}
