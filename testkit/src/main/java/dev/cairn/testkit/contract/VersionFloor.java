package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The newest version of a row that any caller's write acknowledged or strong read showed. Strong
 * reads are linearizable, so no later one shows an older version.
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
