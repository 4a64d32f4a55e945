package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The newest version of a row that a write acknowledged or a strong read showed, to anybody. Strong
 * reads are linearizable, so that none which begins later shows an older one.
 */
final class VersionFloor {
  private final AtomicLong newest = new AtomicLong();

  /** Notes that the write of {@code version} was acknowledged. */
  void acknowledged(long version) {
    newest.accumulateAndGet(version, Math::max);
  }

  /** Reads a version, which is not older than what was known before the read began. */
  long checked(LongSupplier read) {
    long before = newest.get();
    long seen = read.getAsLong();
    assertTrue(
        seen >= before,
        () ->
            "strong reads are linearizable: one showed version %d after version %d was"
                    .formatted(seen, before)
                + " acknowledged or read");
    acknowledged(seen);
    return seen;
  }
}
