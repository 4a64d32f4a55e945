/**
 * The backend called {@code mongodb}: stores in a database of a MongoDB replica set or sharded
 * cluster, for any number of processes.
 *
 * <p>{@link dev.cairn.backend.mongodb.MongoDbBackend} is the adapter. Below it, a {@code
 * MongoDbTable} for each kind of row reads, inserts, swaps and scans documents; {@code Documents}
 * and {@code RowIds} define their form; {@code MongoDbConnection} holds the driver's client and is
 * the only class that catches its exceptions, which {@code MongoDbFailures} classifies; {@code
 * MongoDbSchema} creates and verifies the schema. There are three collections: {@code objects},
 * {@code references} and {@code schema}, which records the compare-and-swap domain.
 *
 * <h2>Keys</h2>
 *
 * A row is a document with one string as its {@code _id}: tenant, catalog, and type and ID of an
 * object or the name of a reference, separated by tabs. So a scope is one range of {@code _id}, and
 * no other index is needed. Binary data is not suitable: MongoDB compares it by length first.
 *
 * <h2>Conditional writes</h2>
 *
 * Each is one request for one document, which the server finds by {@code _id} and token and changes
 * in one step. It counts as done when a majority has it in its journals. The server returns a
 * count; a conflict does not include the current row. The server also waits for a majority before
 * it reports a conflict, so no process acts on a row that a failover takes back.
 *
 * <p>The driver does not repeat them ({@code retryWrites} is off whatever the URI says): a
 * repetition would hide whether an earlier attempt was applied. So an election leaves the writes in
 * flight unknown, and the engine settles them. A write certainly did nothing only if no server or
 * connection was found, the server rejected the command, or it sheds load. "Not primary" is
 * unknown, because servers also report it for writes that were made and waited for a majority.
 *
 * <h2>Reads</h2>
 *
 * Strong reads, including scans, go to the primary with read concern {@code linearizable} and a
 * time limit. With {@code majority} a replaced primary that does not know it yet answers with old
 * rows for some seconds. MongoDB documents linearizable reads for queries of a single document; for
 * several it makes the same check that it is still the primary, after it has read, which is enough
 * here, since rows of a fetch or a scan need not be of one moment. A cursor's later replies are not
 * covered, so none is used: another query asks for what does not fit into one reply. Weak reads go
 * where the URI's read preference sends them, and see what a majority has.
 *
 * <h2>Immutable rows</h2>
 *
 * Immutable rows are inserted by unordered bulk writes. An existing one gives an error with code
 * 11000 and counts as written. Deletes leave documents that have a token.
 *
 * <h2>Expiry</h2>
 *
 * A TTL index on the hint as a date, rounded up to milliseconds, removes documents an hour after
 * it. The hint itself is stored beside it in microseconds.
 */
@NullMarked
package dev.cairn.backend.mongodb;

import org.jspecify.annotations.NullMarked;
