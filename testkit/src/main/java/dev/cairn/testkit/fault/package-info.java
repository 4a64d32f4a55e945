/**
 * Backends around backends, for tests of what stands on them: {@link
 * dev.cairn.testkit.fault.CountingBackend} tells what a piece of work costs, {@link
 * dev.cairn.testkit.fault.FaultyBackend} lets calls of it go wrong in every way the contract
 * allows.
 *
 * <p>Which calls meet which {@link dev.cairn.testkit.fault.Fault} is decided by a {@link
 * dev.cairn.testkit.fault.FaultPlan}: a {@link dev.cairn.testkit.fault.FaultScript} names them one
 * by one, {@link dev.cairn.testkit.fault.RandomFaults} draws them from a seed. What was drawn can
 * be replayed as a script. To try a piece of work under every single failure, count its calls once,
 * then let each of them fail in turn:
 *
 * <pre>{@code
 * CountingBackend counting = new CountingBackend(new InMemoryBackend());
 * work(counting);
 * for (long call = 1; call <= counting.counts().calls(); call++) {
 *   for (Fault fault : Fault.values()) {
 *     work(new FaultyBackend(new InMemoryBackend(), FaultScript.at(call, fault)));
 *   }
 * }
 * }</pre>
 *
 * <p>A delayed write waits in the faulty backend until it is let go, by a call of the test or when
 * further calls come: after its caller gave up, after any read-back, after its caller is dead.
 *
 * <p>{@link dev.cairn.testkit.fault.CrashingBackend} fails from one call on for good, as for a
 * process that dies. {@link dev.cairn.testkit.fault.StoppingBackend} fails nothing: it holds a call
 * at a {@link dev.cairn.testkit.fault.Stop} while a test does something else.
 */
@NullMarked
package dev.cairn.testkit.fault;

import org.jspecify.annotations.NullMarked;
