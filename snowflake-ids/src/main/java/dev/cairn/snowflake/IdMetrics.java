package dev.cairn.snowflake;

/**
 * What happens that an operator may want to count. Methods are called on the threads that make IDs
 * or renew leases, so they must be quick and must not throw.
 */
public interface IdMetrics {
  /** Counts nothing. */
  IdMetrics NONE = new IdMetrics() {};

  /** An ID was made on the last timestamp, which the clock is {@code millis} behind. */
  default void clockBehind(long millis) {}

  /** A call had to wait because its millisecond was used up. */
  default void waitedForMillisecond() {}

  /** A call had to wait because the clock is {@code millis} behind the last timestamp. */
  default void waitedForClock(long millis) {}

  /** A call failed because the clock did not catch up in time. */
  default void clockDidNotCatchUp() {}

  /** A node was leased. */
  default void leaseAcquired(int node) {}

  /** A lease was renewed. */
  default void leaseRenewed(int node) {}

  /** Nobody knows whether a renewal was applied; it is tried again. */
  default void leaseRenewalUnknown(int node, RuntimeException cause) {}

  /** The node is not this process's any more: somebody else took it, or its row is gone. */
  default void leaseLost(int node) {}

  /** No node could be leased in place of a lost one; it is tried again. */
  default void leaseNotAcquired(RuntimeException cause) {}

  /** A node was given back; if not {@code certain}, its lease may have to run out. */
  default void leaseReleased(int node, boolean certain) {}
}
