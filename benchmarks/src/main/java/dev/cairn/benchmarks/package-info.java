/**
 * Programs that measure what the design promises. Each is started by its {@code main} method and
 * prints the table that stands in {@code RESULTS.md} next to the command.
 */
@NullMarked
package dev.cairn.benchmarks;

import org.jspecify.annotations.NullMarked;
