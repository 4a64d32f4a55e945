/** The backend called {@code rocksdb}. */
@NullMarked
package dev.cairn.backend.rocksdb;

import org.jspecify.annotations.NullMarked;
