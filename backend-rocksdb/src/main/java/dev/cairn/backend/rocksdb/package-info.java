/**
 * The backend {@code rocksdb}: a store in a directory of one machine, and the default for a first
 * start.
 *
 * <p>{@link dev.cairn.backend.rocksdb.RocksDbBackend} is the adapter. Behind it a {@code
 * RocksDbTable} for each kind of row turns keys and rows into bytes and swaps them; a {@code
 * RocksDbDatabase} continues after failed writes; its {@code HandleGuard} guards the open handle,
 * and {@code close()} waits for calls in flight; {@code Opening} has the ways to open it and {@code
 * Tuning} the options. References and objects are two column families, both under the keys of
 * {@link dev.cairn.api.spi.RowKeys}, so that a scope is one range. Besides RocksDB's own files the
 * directory has {@code OWNER}, a note for processes that the lock keeps out, and {@code
 * ACKNOWLEDGED}.
 *
 * <h2>Swaps</h2>
 *
 * A swap reads, compares and writes under a lock by key, held until the write is durable. Swaps of
 * different rows do not wait for each other, so RocksDB syncs them together. Its transactions were
 * measured instead (swaps/s of one row of 200 bytes each, {@code benchmarks/RESULTS.md}): not
 * synced, one thread made 99,000 with locks, 80,000 with optimistic and 69,000 with pessimistic
 * transactions, four threads 112,000, 75,000 and 40,000; synced, with 16 threads, the disk decides
 * and all make 8,500 to 9,600. Besides, locks need no native object for each swap, and an error is
 * then always one of the write and never a conflict in disguise.
 *
 * <h2>Durability</h2>
 *
 * There is one log for both column families. {@code write} appends to it and does not wait; a
 * conditional write appends and, by default, syncs. RocksDB then syncs all of the log that is not
 * yet synced, files of it that are finished included, before any reader sees the change. So
 *
 * <ul>
 *   <li>a commit's objects are durable when the swap to them is, with one sync for both;
 *   <li>no read and no conflict returns a row that could still be lost, except one that was written
 *       with {@code insertUnsynced} or {@code swapUnsynced}: it is lost only together with all that
 *       was written later, so with whatever was decided by it;
 *   <li>a write that fails at the log is not seen, but may be in the log: its outcome is unknown.
 * </ul>
 *
 * <h2>A failed write</h2>
 *
 * After it no other is tried on the open RocksDB, which would reuse the failed one's sequence
 * number. Reads go on. The next write looks whether there is space for what is in the log and
 * whether the files are sound, opens the store again if so, and is refused as having done nothing
 * if not; so are those that come within a second of it. What is replayed from the log contains all
 * that was acknowledged; the failed write is in it or not. If opening fails all the same, the store
 * is opened only to be read, with the log synced before, and the next write tries again.
 *
 * <h2>One backend</h2>
 *
 * RocksDB's file {@code LOCK} keeps other processes out and ends with this one. Within the process
 * it does not hold, if the directory has two names: a {@code Claim} does. While RocksDB only reads
 * (before it is opened, to see whether it is sound; and after it could not be opened again) it does
 * not take its lock, and a {@code LockFile} does it instead.
 *
 * <h2>Reading beside a writer</h2>
 *
 * {@code BesideOpening} opens the store to be read while another process writes, takes no lock and
 * changes nothing; {@code BesideCopy} copies it from its files. Both count only if the manifest was
 * not written to meanwhile, because a log that went away in between would be missed without an
 * error.
 *
 * <h2>Opening after a crash</h2>
 *
 * A log whose last record is incomplete is what a dying process leaves, and is opened. Anything
 * else in it that is wrong stops the store from opening (RocksDB's mode for tolerated tails; its
 * default drops all that comes after the damage without a word). Lost power can leave a damaged
 * record in the part that was not synced; then an operator opens it once with {@code
 * cairn.rocksdb.recovery=point-in-time}, and loses nothing that was acknowledged. With {@code
 * cairn.rocksdb.durability=os} nothing is synced, and it should be opened so whenever power was
 * lost: of two logs the first may have lost its end, which is tolerated, and the second be whole.
 *
 * <p>A log that lost its end looks like one whose last record was being written. {@code
 * ACKNOWLEDGED} tells them apart: the number of a change that was acknowledged, which the log must
 * reach. It can lag behind by the writes of one group, which were synced together. How long
 * finished logs are is in RocksDB's manifest. All this is looked at before the store is opened,
 * since opening replaces the log.
 */
@NullMarked
package dev.cairn.backend.rocksdb;

import org.jspecify.annotations.NullMarked;
