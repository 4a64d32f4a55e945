/**
 * Indexes: ordered maps from keys to values in one state of a reference.
 *
 * <p>{@link dev.cairn.api.index.Key} encodes names of several elements as keys. An {@link
 * dev.cairn.api.index.IndexView} reads one key or many, and lists an {@link
 * dev.cairn.api.index.IndexRange} of them as an {@link dev.cairn.api.index.IndexCursor}. A {@link
 * dev.cairn.api.index.ValueSerializer} defines what values are: references to objects, small byte
 * strings, or both.
 *
 * <p>Requests that list by page send a {@link dev.cairn.api.index.PageRequest} and get a {@link
 * dev.cairn.api.index.Listing}, whose token requests the next page of the same state. See {@link
 * dev.cairn.api.store.Store#page}.
 */
@NullMarked
package dev.cairn.api.index;

import org.jspecify.annotations.NullMarked;
