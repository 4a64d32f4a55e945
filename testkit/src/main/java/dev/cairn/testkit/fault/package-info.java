/**
 * Backends around backends, for tests of what stands on them: {@link
 * dev.cairn.testkit.fault.CountingBackend} tells what a piece of work costs, {@link
 * dev.cairn.testkit.fault.FailingBackend} lets one call of it fail in a chosen way. To try a piece
 * of work under every single failure, count its calls once, then let each of them fail in turn:
 *
 * <pre>{@code
 * CountingBackend counting = new CountingBackend(new InMemoryBackend());
 * work(counting);
 * for (long call = 1; call <= counting.counts().calls(); call++) {
 *   for (Fault fault : Fault.values()) {
 *     work(new FailingBackend(new InMemoryBackend(), call, fault));
 *   }
 * }
 * }</pre>
 *
 * <p>{@link dev.cairn.testkit.fault.CrashingBackend} fails from one call on for good, as for a
 * process that dies; {@link dev.cairn.testkit.fault.LosingBackend} loses requests and replies at
 * random, and lets writes arrive late. {@link dev.cairn.testkit.fault.StoppingBackend} fails
 * nothing: it holds a call at a {@link dev.cairn.testkit.fault.Stop} while a test does something
 * else.
 */
@NullMarked
package dev.cairn.testkit.fault;

import org.jspecify.annotations.NullMarked;
