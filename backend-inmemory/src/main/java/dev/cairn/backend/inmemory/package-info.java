/**
 * The backend called {@code inmemory}: rows in two ordered maps of one process, serialized as a
 * key-value store would hold them. For tests, first steps, and as the smallest example of a
 * backend: {@link dev.cairn.backend.inmemory.InMemoryBackend} is the adapter, the package-private
 * {@code RowMap} its database.
 */
@NullMarked
package dev.cairn.backend.inmemory;

import org.jspecify.annotations.NullMarked;
