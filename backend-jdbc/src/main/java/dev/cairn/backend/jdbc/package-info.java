/**
 * The backend called {@code jdbc}: stores in a PostgreSQL, MariaDB, MySQL or H2 database, for any
 * number of processes.
 *
 * <p>{@link dev.cairn.backend.jdbc.JdbcBackend} is the adapter. Behind it a {@code JdbcTable} for
 * each kind of row reads and changes bytes, which {@link dev.cairn.api.spi.KeyValueBackend} maps; a
 * {@code Dialect} has the statements of one kind of database; {@code ConnectionPool} has the
 * connections and is the only one to catch errors of drivers, of which {@code JdbcFailures} knows
 * the meaning; {@code JdbcSchema} creates and verifies.
 *
 * <h2>Rows</h2>
 *
 * A row is a key, a token and the content, all binary. Key and content have the forms that {@link
 * dev.cairn.api.spi.RowKeys} and {@link dev.cairn.api.spi.RowFormat} give to key-value stores, so
 * that golden files hold them and a new field needs no migration. The key is one column: a scope,
 * or a type in it, is one range of the primary key, and a scan goes from page to page by the last
 * key. Columns for tenant, catalog, type and ID would make each page a comparison of four columns,
 * for which MySQL does not use the index.
 *
 * <h2>Conditional writes</h2>
 *
 * Each is one statement that commits by itself, at read committed, and finds its row by key and
 * token; the row count decides. On PostgreSQL the same statement also reads the row that is there
 * instead, in its own snapshot: if that row still has the expected token, the statement waited for
 * a change that came after its snapshot, and the conflict reports nothing. Nothing is ever sent
 * twice.
 *
 * <p>Rows and the swap of a reference are one statement of PostgreSQL, and one transaction
 * elsewhere. A conflict leaves no rows behind on MariaDB and H2; PostgreSQL writes them, and a
 * collection removes them if no later attempt uses them.
 *
 * <h2>Three outcomes</h2>
 *
 * What happens before a connection is there did nothing. An error that the server reports for a
 * statement did nothing either, as far as {@code JdbcFailures} lists it. All else is unknown: a
 * lost connection, a time-out of the socket, a server that shuts down, a commit of PostgreSQL whose
 * wait for a standby was cancelled. The connection of such a call is closed, and so is one whose
 * transaction could not be ended: lent again, it would acknowledge writes and never commit them.
 *
 * <h2>Reads</h2>
 *
 * They go to the primary, weak ones too. Every new connection is asked whether its server is a
 * standby, read-only or lags behind, and is refused then; a connection whose server became
 * read-only is closed.
 *
 * <h2>Vacuum</h2>
 *
 * No transaction is longer than a statement, or than the few of a commit. The table of references
 * has room on its pages for new versions of a row ({@code fillfactor}) and no index on what
 * changes, so PostgreSQL replaces versions within a page and cleans it when it is used next.
 */
@NullMarked
package dev.cairn.backend.jdbc;

import org.jspecify.annotations.NullMarked;
