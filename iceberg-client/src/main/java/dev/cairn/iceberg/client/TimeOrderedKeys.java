package dev.cairn.iceberg.client;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;

/** Makes keys: UUIDs of version 7, whose first 48 bits are the time, so that records sort by it. */
final class TimeOrderedKeys {
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  TimeOrderedKeys(Clock clock) {
    this.clock = clock;
  }

  UUID next() {
    long high = clock.millis() << 16 | 0x7000 | (random.nextInt() & 0x0fff);
    long low = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }
}
