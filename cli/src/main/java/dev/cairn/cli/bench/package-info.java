/**
 * A short load test of the configured database: {@link dev.cairn.cli.bench.BenchCommand} measures
 * commits and lookups in a catalog of its own, which it gives up at the end, and {@link
 * dev.cairn.cli.bench.BenchPage} draws what it measured.
 */
@NullMarked
package dev.cairn.cli.bench;

import org.jspecify.annotations.NullMarked;
