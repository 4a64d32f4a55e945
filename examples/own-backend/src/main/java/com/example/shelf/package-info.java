/**
 * A backend in some 300 lines, as an example for those who write one.
 *
 * <p>{@link com.example.shelf.ShelfFile} is the database: a sorted map of bytes that is written to
 * a file, with one atomic operation, a conditional change of one row. {@link
 * com.example.shelf.ShelfBackend} is the adapter, and {@link com.example.shelf.ShelfBackendFactory}
 * the name under which Cairn finds it.
 */
package com.example.shelf;
