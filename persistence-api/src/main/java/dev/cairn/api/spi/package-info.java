/**
 * The interface between engine and backends: rows, and compare-and-swap on a single row.
 *
 * <p>A {@link dev.cairn.api.spi.BackendFactory}, found by name through {@link
 * dev.cairn.api.spi.Backends}, opens a {@link dev.cairn.api.spi.Backend}. It stores two kinds of
 * rows: an {@link dev.cairn.api.spi.ObjectRow} is either immutable, or updateable and has a token;
 * a {@link dev.cairn.api.spi.ReferenceRow} always has a token. A conditional write has one of the
 * three outcomes of {@link dev.cairn.api.spi.CasResult}. The third, <em>unknown</em>, stays unknown
 * until the engine settles it; everything above relies on this.
 *
 * <p>{@link dev.cairn.api.spi.RowKeys} and {@link dev.cairn.api.spi.RowFormat} give key-value
 * stores a common encoding of keys and rows, written with {@link dev.cairn.api.spi.ByteWriter}.
 * {@link dev.cairn.api.spi.KeyValueBackend} is the base class of backends on such stores: it maps
 * rows, outcomes, batches and pages of scans, and needs a {@link dev.cairn.api.spi.KeyValueTable}
 * for each kind of row. {@link dev.cairn.api.spi.ForwardingBackend} is the base class of
 * decorators.
 *
 * <p>A database that can write rows and swap a reference by one call says so with {@link
 * dev.cairn.api.spi.Backend#writesAndSwapsAtOnce}, and commits then take one round trip.
 *
 * <p>New rows sort after old ones, so every scan of objects has a {@link
 * dev.cairn.api.spi.ScanBound}.
 *
 * <p>Every backend has to pass the suites of the testkit.
 */
@NullMarked
package dev.cairn.api.spi;

import org.jspecify.annotations.NullMarked;
