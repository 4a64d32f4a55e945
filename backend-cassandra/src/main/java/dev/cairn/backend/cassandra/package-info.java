/**
 * The backend called {@code cassandra}: a store in a keyspace of Apache Cassandra, which any number
 * of processes share.
 *
 * <p>{@link dev.cairn.backend.cassandra.CassandraBackend} is the adapter. Below it a {@code
 * SwapTable} each for references and for updateable objects writes by lightweight transactions, a
 * {@code PlainTable} has the immutable objects, and {@code Scans} goes through all of them as
 * {@code RingTable}s. Every statement takes one path: {@code Database} prepares and sends it,
 * {@code Access} says at which consistency, for how long and whether it may be repeated, {@code
 * Failures} says what the driver's exceptions mean. {@code Bulk} keeps many requests under way, and
 * never too many. {@code Layout} has the tables, {@code Schema} creates and verifies them with the
 * {@code Agreement} of all nodes, {@code DomainRecord} what is recorded with them.
 *
 * <h2>Rows</h2>
 *
 * A row is a partition of its own, whose key is the whole key. Cassandra's Paxos works partition by
 * partition, so references of one scope do not wait for each other; and no partition grows. All of
 * a row but its key is in one column, in the form of {@link dev.cairn.api.spi.RowFormat}. Rows that
 * are written conditionally have their token in a second column. Both columns are part of every
 * condition, because of a row that does not meet a condition Cassandra returns the columns of the
 * condition: so a conflict comes with the whole row, and costs no read.
 *
 * <h2>Never mixed</h2>
 *
 * A lightweight transaction has its time from Paxos, a plain write from the clock of its client.
 * Mixed on one row, either may win over the other. So the two kinds of objects are two tables;
 * where an ID does not tell the kind, the immutable ones are asked first.
 *
 * <h2>Unknown</h2>
 *
 * Paxos can leave a write to be finished by whoever comes next, so the outcome of one that was not
 * answered is open until a <em>serial</em> read, or another conditional write, has looked. All
 * strong reads of rows that are written conditionally are serial. The driver sends such a write
 * once: it is not marked as idempotent, and has a profile of its own with {@link
 * dev.cairn.backend.cassandra.NeverRetryPolicy} and without speculative executions. A serial read
 * that loses to many writers ends as a time-out of a write; it is asked again. "Unavailable" and
 * "overloaded" are answers of which some come before a write is proposed and some when it is
 * committed; only the former did nothing.
 *
 * <h2>Scans</h2>
 *
 * Follow the ring: by token, and among rows of one token by the bytes of the partition key, which
 * is the order in which Cassandra has them. A position is the last row that was visited. Rows read
 * this way are as new as a quorum has them, which includes all that was acknowledged.
 *
 * <h2>Inserts</h2>
 *
 * {@code INSERT … IF NOT EXISTS} would be the usual way to insert, and returns the row as well. It
 * also writes a mark that the row exists, which has a time to live of its own. After a swap that
 * gives a row an expiry the mark would outlive the columns, and nobody could insert the row again:
 * {@code ExpiryTest} fails with it.
 */
@NullMarked
package dev.cairn.backend.cassandra;

import org.jspecify.annotations.NullMarked;
