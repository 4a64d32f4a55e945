/**
 * Garbage collection of objects that no retained head reaches.
 *
 * <p>{@link dev.cairn.core.internal.maintenance.Collector} runs its phases in order: fix the times,
 * fence every reference ({@code Fences}), mark from all references and tombstones ({@code LineMark}
 * walks heads, {@code IndexMark} their indexes, {@code ScopeMark} objects) into a {@code
 * MarkFilter}, record durably how far back heads are kept ({@link
 * dev.cairn.core.internal.head.RetainedHeads}), and only then {@code Sweep}, part by part of a
 * scan, on several threads. {@link dev.cairn.core.internal.maintenance.EngineMaintenance} runs it
 * as a task.
 *
 * <p>Three rules make it safe to run beside commits. Each has a test with the interleaving that
 * breaks without it:
 *
 * <ul>
 *   <li>the times are fixed before anything else and do not change, also for the process that
 *       resumes after a crash;
 *   <li>the state of a reference is read after its token changed, so that no commit prepared before
 *       can be applied to the state that was marked;
 *   <li>commits refer only to what they wrote, reached through the state they were given, or to
 *       objects younger than half the grace (see {@link dev.cairn.core.internal.store}).
 * </ul>
 */
@NullMarked
package dev.cairn.core.internal.maintenance;

import org.jspecify.annotations.NullMarked;
