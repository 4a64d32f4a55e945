/**
 * What clients of a store do at random, for histories to be checked.
 *
 * <p>On rows, {@link dev.cairn.testkit.workload.Clients} run {@linkplain
 * dev.cairn.testkit.workload.ObjectWorkload updateable objects}, {@linkplain
 * dev.cairn.testkit.workload.ReferenceWorkload references} and {@linkplain
 * dev.cairn.testkit.workload.ImmutableWorkload immutable objects}. All choices and tokens come from
 * one source of randomness, so that a simulation can replay them.
 *
 * <p>On stores, {@link dev.cairn.testkit.workload.Processes} opens what each process has. A {@link
 * dev.cairn.testkit.workload.BookKeeper} is one caller; {@link dev.cairn.testkit.workload.BookPage}
 * is what its commits write and what every state has to say; {@link
 * dev.cairn.testkit.workload.Books} keeps what callers were told, and checks it at the end. A
 * {@link dev.cairn.testkit.workload.RecordClient} does the same with idempotency records and {@link
 * dev.cairn.testkit.workload.RecordBooks}.
 *
 * <p>A {@link dev.cairn.testkit.workload.Scenario} puts these behind a bad network. Those here run
 * on real threads, so that any backend can be tried: {@link
 * dev.cairn.testkit.workload.ThreadScenario} rows, {@link
 * dev.cairn.testkit.workload.EngineThreadScenario} commits, {@link
 * dev.cairn.testkit.workload.RecordThreadScenario} records. {@link
 * dev.cairn.testkit.workload.ChaosTally} counts what happened.
 */
@NullMarked
package dev.cairn.testkit.workload;

import org.jspecify.annotations.NullMarked;
