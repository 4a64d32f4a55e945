/**
 * A simulated world: many processes on one database, in which everything that happens follows from
 * a seed.
 *
 * <p>A {@link dev.cairn.simulation.sim.Simulation} has {@linkplain dev.cairn.simulation.sim.Actor
 * actors}, each a process with a clock, randomness and threads of its own. Real threads run them,
 * but only one at a time: at each call of a backend, a clock or a waiter, and nowhere else, the
 * scheduler draws who goes on. Simulated time passes a little with every step, and as far as needed
 * when all wait. So the engine runs unchanged, a schedule takes about a millisecond, and one that
 * fails is run again to write its steps down.
 *
 * <p>Actors are paused, crashed and restarted by other actors; a {@link
 * dev.cairn.simulation.sim.Nemesis} does it at random. A crashed actor's stack unwinds by an {@link
 * dev.cairn.simulation.sim.ActorStopped} and can do nothing more; what it handed to a {@link
 * dev.cairn.testkit.fault.FaultyBackend} that delayed it still lands.
 *
 * <p>Whatever is shared, such as a faulty backend, is given {@link
 * dev.cairn.simulation.sim.Simulation#waiter}, which lets its caller wait. Recorders stand outside,
 * so that what they record of a call begins and ends where the actor sees it: {@code new
 * RecordingBackend(actor.backend(faulty), …)}.
 */
@NullMarked
package dev.cairn.simulation.sim;

import org.jspecify.annotations.NullMarked;
