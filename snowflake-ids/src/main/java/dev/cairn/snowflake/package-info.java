/**
 * 64-bit IDs in the order of time, made without asking anybody, and the leases that keep them
 * unique.
 *
 * <p>An ID ({@link dev.cairn.snowflake.SnowflakeId}) is a millisecond, a node and a sequence
 * number. Two IDs can only be equal if two processes use one node for one millisecond. So a process
 * leases its node: the row of the lease says up to which millisecond the node is given away, and
 * whoever takes the node next begins after that. The intervals of successive holders never overlap,
 * and that, not the accuracy of any clock, is what makes IDs unique. Clocks decide only how soon a
 * node can be used again.
 *
 * <p>{@link dev.cairn.snowflake.SnowflakeIds} is what an application holds. It finds a node, keeps
 * its lease renewed through the scheduler it was given, and hands out IDs from the interval of the
 * lease. When the lease is lost it stops at once, fails the calls in flight with {@link
 * dev.cairn.snowflake.LeaseLostException}, takes another node and goes on. Within a process IDs
 * strictly increase, across all of this and whatever the clock does.
 *
 * <p>Where leases are kept is not decided here: {@link dev.cairn.snowflake.NodeLeaseStore} is all
 * that is asked of a database, and its answers have the three outcomes that any remote write has.
 * Nothing here starts a thread, reads a clock or waits except through {@link
 * dev.cairn.snowflake.IdRuntime}.
 */
@NullMarked
package dev.cairn.snowflake;

import org.jspecify.annotations.NullMarked;
