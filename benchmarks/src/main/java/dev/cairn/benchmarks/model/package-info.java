/**
 * What commits on one reference would reach on databases as they are run in production, from what
 * was measured of the engine and what is published of the databases.
 *
 * <p>Contention is simulated, not guessed: {@link dev.cairn.benchmarks.model.Simulation} has
 * processes with callers, a row that is swapped, and the time that calls take, and does what the
 * engine does: a group of commits is written by one call and the reference swapped by another; who
 * loses reads what the winner wrote, waits for a random time and tries again with a group that may
 * have grown. {@link dev.cairn.benchmarks.model.Service} is what is assumed of a database. The same
 * simulation of two processes and calls of a millisecond is compared with a measurement, so that
 * one sees what the model is worth.
 */
@NullMarked
package dev.cairn.benchmarks.model;

import org.jspecify.annotations.NullMarked;
