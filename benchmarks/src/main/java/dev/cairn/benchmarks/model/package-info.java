/**
 * A model of commits on one reference on production databases, from measurements of the engine and
 * published figures of the databases.
 *
 * <p>Contention is simulated, not guessed: {@link dev.cairn.benchmarks.model.QueueModel} has
 * processes with callers, a row that is swapped, and the time that calls take, and does what the
 * engine does: one call writes a group of commits and another swaps the reference; a process that
 * loses reads what the winner wrote, waits for a random time and tries again with a group that may
 * have grown. {@link dev.cairn.benchmarks.model.Service} has the assumptions about a database. The
 * same simulation with two processes and calls of a millisecond is compared with a measurement, to
 * show how accurate the model is.
 *
 * <p>{@link dev.cairn.benchmarks.model.TurnModel} has processes that take turns, by the engine's
 * own rules; {@link dev.cairn.benchmarks.model.TurnReport} prints what that achieves.
 */
@NullMarked
package dev.cairn.benchmarks.model;

import org.jspecify.annotations.NullMarked;
