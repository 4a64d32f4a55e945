package dev.cairn.core.check;

import dev.cairn.api.spi.ReferenceRow;

/**
 * How much of the past garbage collection keeps. What is missing under an older head is expired,
 * under this one or a newer one it is damage.
 */
@FunctionalInterface
public interface RetainedHeads {
  /** Nothing was ever collected. */
  RetainedHeads ALL = row -> 0;

  /** The version of the oldest head of {@code row} that is kept; 0 if all are. Reads strongly. */
  long oldest(ReferenceRow row);
}
