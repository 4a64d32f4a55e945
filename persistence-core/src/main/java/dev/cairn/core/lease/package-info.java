/**
 * Leases: for a while, something is one process's alone.
 *
 * <p>A {@link dev.cairn.core.lease.LeaseState} is a part of an updateable object's value and says
 * who has it and until when. {@link dev.cairn.core.lease.Leases} takes such an object if it is new,
 * was given back, or if its time and the allowed clock skew are over. The {@link
 * dev.cairn.core.lease.Lease} it grants is the handle to renew it, to change the value it guards
 * and to give it back. All of these are compare-and-swaps on the object's token, so whoever lost
 * the lease can change nothing any more, however late its writes arrive.
 *
 * <p>Every grant has an owner that never recurs. When the tokens cannot tell what became of a
 * write, the owner in the row does: only one who holds the grant writes that owner, so finding it
 * means to have the lease, and finding another means to have lost it.
 *
 * <p>Times are {@linkplain dev.cairn.snowflake.SnowflakeId timestamps of IDs}. {@code until} goes
 * down only when the holder gives the lease back, having stopped; and each holder knows the {@code
 * until} before its own. {@link dev.cairn.core.lease.NodeLeases} builds on that: the node of an ID
 * is leased here, and successive holders use disjoint intervals of time whatever their clocks do.
 * {@link dev.cairn.core.lease.LevelWatch} takes the node from a process that does not know the
 * store's format any more.
 */
@NullMarked
package dev.cairn.core.lease;

import org.jspecify.annotations.NullMarked;
