/**
 * Leases: time-bounded exclusive ownership.
 *
 * <p>A {@link dev.cairn.core.internal.lease.LeaseState} is a part of an updateable object's value
 * and names its owner and when the lease ends. {@link dev.cairn.core.internal.lease.Leases}
 * acquires the lease of an object that is new, was released, or whose lease and the allowed clock
 * skew are over. The {@link dev.cairn.core.internal.lease.Lease} it grants is the handle to renew
 * it, to change the value it guards and to release it. All of these are compare-and-swaps on the
 * object's token, so a process that lost the lease can no longer change anything, however late its
 * writes arrive.
 *
 * <p>Every grant has an owner that never recurs. When tokens cannot settle a write, the owner in
 * the row does: only the holder of a grant writes its owner, so finding that owner means the lease
 * is held, and finding another means it is lost.
 *
 * <p>Times are {@linkplain dev.cairn.snowflake.SnowflakeId timestamps of IDs}. {@code until}
 * decreases only when the holder releases the lease, after it has stopped; and each holder knows
 * the {@code until} of the grant before. {@link dev.cairn.core.internal.lease.NodeLeases} builds on
 * that: it leases the node of an ID, and successive holders use disjoint intervals of time whatever
 * their clocks do. {@link dev.cairn.core.internal.lease.LevelWatch} takes the node from a process
 * that no longer supports the store's format.
 */
@NullMarked
package dev.cairn.core.internal.lease;

import org.jspecify.annotations.NullMarked;
