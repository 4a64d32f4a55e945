package dev.cairn.snowflake;

/**
 * Receives events of ID generation for metrics.
 *
 * <p>Methods run on the threads that generate IDs or renew leases; they must be fast and must not
 * throw.
 */
public interface IdMetrics {
  /** Ignores all events. */
  IdMetrics NONE = new IdMetrics() {};

  /** An ID was issued on the last timestamp while the clock was {@code millis} behind it. */
  default void clockBehind(long millis) {}

  /** A call waited because all IDs of its millisecond were used. */
  default void waitedForMillisecond() {}

  /** A call waited because the clock was {@code millis} behind the last timestamp. */
  default void waitedForClock(long millis) {}

  /** A call failed because the clock did not catch up in time. */
  default void clockDidNotCatchUp() {}

  /** A node was leased. */
  default void leaseAcquired(int node) {}

  /** A lease was renewed. */
  default void leaseRenewed(int node) {}

  /** The outcome of a renewal is unknown; it is retried. */
  default void leaseRenewalUnknown(int node, RuntimeException cause) {}

  /** The lease was lost: another process took the node, or its row was deleted. */
  default void leaseLost(int node) {}

  /** No replacement for a lost node could be leased; it is retried. */
  default void leaseNotAcquired(RuntimeException cause) {}

  /** A node was released; if not {@code certain}, its lease may have to expire. */
  default void leaseReleased(int node, boolean certain) {}
}
