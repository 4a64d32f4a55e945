/**
 * 64-bit IDs ordered by time, generated without coordination, and the leases that keep them unique.
 *
 * <p>An ID ({@link dev.cairn.snowflake.SnowflakeId}) is a millisecond, a node and a sequence
 * number. Two IDs can only be equal if two processes use one node for one millisecond. So a process
 * leases its node: the lease row records up to which millisecond the node is held, and the next
 * holder starts after that. The intervals of successive holders never overlap, and this, not the
 * accuracy of any clock, makes IDs unique. Clocks only determine how soon a node can be reused.
 *
 * <p>Applications use {@link dev.cairn.snowflake.SnowflakeIds}. It leases a node, renews the lease
 * through the injected scheduler, and issues IDs from the interval of the lease. After the loss of
 * a lease it stops at once, fails calls in flight with {@link
 * dev.cairn.snowflake.LeaseLostException}, and leases another node. Within a process IDs strictly
 * increase, regardless of lost leases and of the clock.
 *
 * <p>A {@link dev.cairn.snowflake.NodeLeaseStore} connects this package to a database; its results
 * have the three outcomes of any remote write. Nothing here starts a thread, reads a clock or waits
 * except through {@link dev.cairn.snowflake.IdRuntime}.
 */
@NullMarked
package dev.cairn.snowflake;

import org.jspecify.annotations.NullMarked;
