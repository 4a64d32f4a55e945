/**
 * The backend called {@code mongodb}: stores in a database of a MongoDB replica set or sharded
 * cluster, for any number of processes.
 *
 * <p>{@link dev.cairn.backend.mongodb.MongoDbBackend} is the adapter. Behind it a {@code Table} for
 * each kind of row reads, inserts, swaps and scans documents; {@code Documents} and {@code RowIds}
 * have their form; {@code Connection} has the driver's client and is the only one to catch its
 * exceptions, of which {@code Failures} knows the meaning; {@code Schema} creates and verifies.
 * There are three collections: {@code objects}, {@code references} and {@code schema}, which has
 * the record of the compare-and-swap domain.
 *
 * <h2>Keys</h2>
 *
 * A row is a document with one string as its {@code _id}: tenant, catalog, and type and ID of an
 * object or the name of a reference, separated by tabs. So a scope is one range of {@code _id}, and
 * no index but that is needed. Binary data would not do: MongoDB compares it by length first.
 *
 * <h2>Conditional writes</h2>
 *
 * Each is one request for one document, which the server finds by {@code _id} and token and changes
 * in one step. It counts as done when a majority has it in its journals. What the server answers is
 * a count; a conflict does not tell the row that is there. The server waits for a majority before
 * it tells a conflict too, so nobody acts on a row that a failover takes back.
 *
 * <p>The driver does not repeat them ({@code retryWrites} is off whatever the URI says): it could
 * then no longer be told whether an attempt before the last was done. So an election makes the
 * writes under way unknown, and the engine settles them. Only what certainly was not carried out is
 * refused as such: no server or connection was found, the server rejected the command, or it sheds
 * load. "Not primary" is unknown, because it is also said of writes that were made and then waited
 * for a majority.
 *
 * <h2>Reads</h2>
 *
 * Reads that decide, scans among them, go to the primary with read concern {@code linearizable} and
 * a time limit. With {@code majority} a primary that was replaced and does not know it yet answers
 * with old rows for some seconds. MongoDB documents linearizable reads for queries of a single
 * document; for several it makes the same check that it is still the primary, after it has read,
 * and that is what is needed here, since rows of a fetch or a scan need not be of one moment. A
 * cursor's later replies are not covered, so none is asked for: what does not fit into one reply is
 * asked again by a query of its own. Other reads see what a majority has, where the URI's read
 * preference sends them.
 *
 * <h2>Immutable rows</h2>
 *
 * They are inserted by unordered bulk writes. One that is there already is an error with code 11000
 * and as good as written. Deleting them leaves documents that have a token.
 *
 * <h2>Expiry</h2>
 *
 * A TTL index is on the hint as a date, rounded up to the milliseconds a date has, and removes
 * documents an hour later still. The hint itself is kept in microseconds beside it.
 */
@NullMarked
package dev.cairn.backend.mongodb;

import org.jspecify.annotations.NullMarked;
