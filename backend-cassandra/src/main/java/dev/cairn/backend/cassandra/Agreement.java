package dev.cairn.backend.cassandra;

import dev.cairn.api.Waiter;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.function.Supplier;

/**
 * Waits until all nodes have the same schema. The driver waits too, but asks only one node about
 * the others: if a change has reached neither that node nor the others, the driver takes the old
 * schema for agreement. This class asks each node itself.
 */
final class Agreement {
  private static final Duration STEP = Duration.ofMillis(100);
  private static final int MOST_STEPS = 300;

  private final Supplier<? extends Collection<String>> versions;
  private final Waiter waiter;

  /**
   * @param versions asks each node which version of the schema it has
   */
  Agreement(Supplier<? extends Collection<String>> versions, Waiter waiter) {
    this.versions = versions;
    this.waiter = waiter;
  }

  /** Whether all nodes agreed in time. */
  boolean await() {
    for (int step = 0; step < MOST_STEPS; step++) {
      if (new HashSet<>(versions.get()).size() == 1) {
        return true;
      }
      waiter.await(STEP);
    }
    return false;
  }
}
