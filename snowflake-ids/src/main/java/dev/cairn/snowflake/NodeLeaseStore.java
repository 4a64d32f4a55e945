package dev.cairn.snowflake;

import java.time.Duration;

/**
 * The store of node leases: one row per node, changed only by compare-and-swap and never deleted.
 *
 * <p>All timestamps are those of {@link SnowflakeId}. A store guarantees, independently of its
 * users' clocks:
 *
 * <ul>
 *   <li>A node has at most one holder at a time. It changes hands only when it was released or when
 *       its {@code until} and the allowed clock skew are past.
 *   <li>{@code until} never goes down, except by {@link NodeLease#release}.
 *   <li>{@link NodeLease#previousUntil} is the {@code until} that the row had just before the node
 *       was granted.
 *   <li>A write with an unknown outcome is settled or reported as unknown, never as a refusal. If
 *       it is applied later, its only effect is that the node stays held for the duration of a
 *       lease.
 * </ul>
 *
 * <p>Methods are thread-safe, also for one lease. They report failures as outcomes; an exception
 * counts as unknown.
 */
@FunctionalInterface
public interface NodeLeaseStore {
  /** Tries to lease {@code node} for {@code holder}, from now on for {@code duration}. */
  Acquisition acquire(int node, LeaseHolder holder, Duration duration);

  /** The outcome of an attempt to lease a node. */
  sealed interface Acquisition {
    /** The caller holds the node. */
    record Granted(NodeLease lease) implements Acquisition {}

    /** Another process holds the node, or released it with an end in the future. */
    record Held(NodeLeaseInfo by) implements Acquisition {}

    /**
     * The process may not lease any node at present; it asks again later.
     *
     * @param cause the reason, for calls that need an ID meanwhile
     */
    record Refused(RuntimeException cause) implements Acquisition {}

    /** The outcome is unknown. The caller must not use the node. */
    record Unknown(RuntimeException cause) implements Acquisition {}
  }
}
