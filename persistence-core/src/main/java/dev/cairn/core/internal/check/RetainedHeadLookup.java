package dev.cairn.core.internal.check;

import dev.cairn.api.spi.ReferenceRow;

/**
 * Look-up of the oldest head that garbage collection keeps. What is missing under an older head has
 * expired; under this one or a newer one it is damage.
 */
@FunctionalInterface
public interface RetainedHeadLookup {
  /** Nothing was ever collected. */
  RetainedHeadLookup ALL = row -> 0;

  /** The version of the oldest head of {@code row} that is kept; 0 if all are. Reads strongly. */
  long oldest(ReferenceRow row);
}
