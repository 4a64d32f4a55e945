/**
 * Scenarios that must hold whatever goes wrong, and the runner that tries them for a fixed number
 * of seeds in every build, and for as long as wanted with {@code -Pchaos -Dchaos.minutes=30}.
 *
 * <p>A {@link dev.cairn.simulation.chaos.SimulatedScenario} puts actors before a faulty store and
 * lets a nemesis loose on them; what it has to say is which actors there are and what must hold at
 * the end. {@link dev.cairn.simulation.chaos.RowScenario} checks rows, {@link
 * dev.cairn.simulation.chaos.AppendScenario} changes that the engine settles, {@link
 * dev.cairn.simulation.chaos.LeaseScenario} leases, {@link dev.cairn.simulation.chaos.TaskScenario}
 * tasks, {@link dev.cairn.simulation.chaos.IdScenario} IDs, {@link
 * dev.cairn.simulation.chaos.EngineScenario} and {@link dev.cairn.simulation.chaos.LivesScenario}
 * commits, {@link dev.cairn.simulation.chaos.TurnScenario} turns, {@link
 * dev.cairn.simulation.chaos.IdempotencyScenario} and {@link
 * dev.cairn.simulation.chaos.RecordScenario} requests with keys, {@link
 * dev.cairn.simulation.chaos.CollectionScenario} collection. What their clients do, and the same
 * scenarios on real threads, is in {@link dev.cairn.testkit.workload}.
 *
 * <p>{@link dev.cairn.simulation.chaos.Chaos} runs them on any store that can be opened empty;
 * tests extend {@link dev.cairn.simulation.chaos.ChaosSuite}.
 */
@NullMarked
package dev.cairn.simulation.chaos;

import org.jspecify.annotations.NullMarked;
