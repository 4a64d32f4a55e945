package dev.cairn.snowflake;

import java.time.Duration;

/**
 * Where node leases are kept: a row for each node, changed only by compare-and-swap and never
 * deleted.
 *
 * <p>All timestamps are those of {@link SnowflakeId}. A store promises, whatever the clocks of
 * those who use it do:
 *
 * <ul>
 *   <li>A node has at most one holder at a time. It changes hands only when it was released or when
 *       its {@code until} and the allowed clock skew are past.
 *   <li>{@code until} never goes down, except by {@link NodeLease#release}.
 *   <li>{@link NodeLease#previousUntil} is the {@code until} that the row had just before the node
 *       was granted.
 *   <li>A write whose outcome is not known is settled or reported as unknown, never taken for a
 *       refusal. If it lands later, it has no effect other than that the node stays taken for the
 *       duration of a lease.
 * </ul>
 *
 * <p>Methods may be called from several threads, and concurrently for one lease. They report
 * failures as outcomes; an exception counts as unknown.
 */
@FunctionalInterface
public interface NodeLeaseStore {
  /** Tries to lease {@code node} for {@code holder}, from now on for {@code duration}. */
  Acquisition acquire(int node, LeaseHolder holder, Duration duration);

  /** What came of trying to lease a node. */
  sealed interface Acquisition {
    /** The node is the caller's. */
    record Granted(NodeLease lease) implements Acquisition {}

    /** Somebody else has it, or had it up to a time that is still to come. */
    record Held(NodeLeaseInfo by) implements Acquisition {}

    /** Nobody knows yet. The caller must not use the node. */
    record Unknown(RuntimeException cause) implements Acquisition {}
  }
}
