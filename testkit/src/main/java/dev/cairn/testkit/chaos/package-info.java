/**
 * Scenarios that must hold whatever goes wrong, and the runner that tries them for a fixed number
 * of seeds in every build, and for as long as wanted with {@code -Pchaos -Dchaos.minutes=30}.
 *
 * <p>A {@link dev.cairn.testkit.chaos.SimulatedScenario} puts actors before a faulty store and lets
 * a nemesis loose on them; what it has to say is which actors there are and what must hold at the
 * end. {@link dev.cairn.testkit.chaos.RowScenario} checks rows, {@link
 * dev.cairn.testkit.chaos.AppendScenario} changes that the engine settles, {@link
 * dev.cairn.testkit.chaos.LeaseScenario} leases, {@link dev.cairn.testkit.chaos.TaskScenario}
 * tasks, {@link dev.cairn.testkit.chaos.IdScenario} IDs; {@link
 * dev.cairn.testkit.chaos.ThreadScenario} has real threads instead. {@link
 * dev.cairn.testkit.chaos.Chaos} runs them on any store that can be opened empty; a backend's tests
 * extend {@link dev.cairn.testkit.chaos.ChaosSuite}.
 *
 * <p>{@link dev.cairn.testkit.chaos.EngineScenario}, {@link dev.cairn.testkit.chaos.LivesScenario}
 * and, on real threads, {@link dev.cairn.testkit.chaos.EngineThreadScenario} try commits. In each,
 * a {@code BookKeeper} is one caller; {@code BookPage} is what its commits write and what every
 * state has to say; {@code Books} keeps what callers were told, and checks it at the end.
 */
@NullMarked
package dev.cairn.testkit.chaos;

import org.jspecify.annotations.NullMarked;
