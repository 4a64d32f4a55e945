/**
 * The backend called {@code cassandra}: a store in a keyspace of Apache Cassandra, which any number
 * of processes share.
 *
 * <p>{@link dev.cairn.backend.cassandra.CassandraBackend} is the adapter. Below it, one {@code
 * LwtTable} for references and one for updateable objects write by lightweight transactions, a
 * {@code PlainTable} holds the immutable objects, and {@code CassandraScans} reads all of them as
 * {@code RingTable}s. Every statement takes one path: {@code CassandraSession} prepares and sends
 * it, {@code Access} sets consistency, timeout and repetition, {@code CassandraFailures} classifies
 * the driver's exceptions. {@code Bulk} limits the requests in flight. {@code Layout} defines the
 * tables, {@code CassandraSchema} creates and verifies them with the {@code Agreement} of all
 * nodes, {@code DomainRecord} records the schema version and the domain.
 *
 * <h2>Rows</h2>
 *
 * Each row is a separate partition, whose key is the whole key. Cassandra's Paxos works per
 * partition, so references of one scope do not wait for each other, and no partition grows. A row
 * without its key is in one column, in the form of {@link dev.cairn.api.spi.RowFormat}. Rows that
 * are written conditionally have their token in a second column. Both columns are part of every
 * condition, because Cassandra returns the columns of a failed condition: so a conflict returns the
 * whole row without another read.
 *
 * <h2>Never mixed</h2>
 *
 * A lightweight transaction takes its time from Paxos, a plain write from the client's clock. Mixed
 * on one row, either may win. So the two kinds of objects have two tables; where an ID does not
 * show the kind, the immutable table is read first.
 *
 * <h2>Unknown</h2>
 *
 * Paxos can leave a write for a later operation to finish, so the outcome of a write without a
 * reply is open until a <em>serial</em> read, or another conditional write, completes it. All
 * strong reads of rows that are written conditionally are serial. The driver sends such a write
 * once: it is not marked as idempotent, and has a separate profile with {@link
 * dev.cairn.backend.cassandra.NeverRetryPolicy} and without speculative executions. A serial read
 * that loses to many writers ends as a timeout of a write; it is repeated. Some "unavailable" and
 * "overloaded" replies come before a write is proposed, others when it is committed; only the
 * former prove that nothing was done.
 *
 * <h2>Scans</h2>
 *
 * Scans follow the ring: by token, and within one token by the bytes of the partition key, which is
 * Cassandra's order. A position is the last row that was visited. Scans read at quorum, so they see
 * all acknowledged writes.
 *
 * <h2>Inserts</h2>
 *
 * {@code INSERT … IF NOT EXISTS} would be the usual way to insert, and returns the row as well. It
 * also writes a row marker, which has its own time to live. After a swap that gives a row an
 * expiry, the marker would outlive the columns, and the row could not be inserted again: {@code
 * ExpiryTest} fails with it.
 */
@NullMarked
package dev.cairn.backend.cassandra;

import org.jspecify.annotations.NullMarked;
