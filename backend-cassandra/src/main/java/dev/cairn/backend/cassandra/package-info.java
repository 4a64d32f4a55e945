/** Draft. */
@NullMarked
package dev.cairn.backend.cassandra;

import org.jspecify.annotations.NullMarked;
