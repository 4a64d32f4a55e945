/**
 * What a backend implements, and what the engine and backends share below the line of the
 * single-row compare-and-swap.
 *
 * <p>A {@link dev.cairn.api.spi.BackendFactory}, found by name through {@link
 * dev.cairn.api.spi.Backends}, opens a {@link dev.cairn.api.spi.Backend}. It stores two kinds of
 * rows: an {@link dev.cairn.api.spi.ObjectRow} is either immutable, or updateable and has a token;
 * a {@link dev.cairn.api.spi.ReferenceRow} always has a token. Conditional writes end in one of the
 * three cases of {@link dev.cairn.api.spi.CasResult}; that the third one is <em>unknown</em>, and
 * stays unknown until the engine settles it, is what everything above rests on.
 *
 * <p>{@link dev.cairn.api.spi.RowKeys} and {@link dev.cairn.api.spi.RowFormat} give key-value
 * stores one form of keys and rows, written with {@link dev.cairn.api.spi.ByteWriter}. {@link
 * dev.cairn.api.spi.ForwardingBackend} is the one place to hook into all calls.
 *
 * <p>Whoever writes a backend proves it with the suite of the testkit.
 */
@NullMarked
package dev.cairn.api.spi;

import org.jspecify.annotations.NullMarked;
