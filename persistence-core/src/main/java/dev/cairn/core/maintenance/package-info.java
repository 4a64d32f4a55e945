/**
 * Garbage collection.
 *
 * <p>{@link dev.cairn.core.maintenance.Collector} is the whole of it, in order: fix the times,
 * fence every reference ({@code Fences}), mark from all references and tombstones ({@code LineMark}
 * walks heads, {@code IndexMark} their indexes, {@code ScopeMark} objects) into a {@code
 * MarkFilter}, make durable how far back heads are kept ({@link
 * dev.cairn.core.head.RetainedHeads}), and only then {@code Sweep}, part by part of a scan, on
 * several threads. {@link dev.cairn.core.maintenance.EngineMaintenance} runs it as a task.
 *
 * <p>Three rules keep it safe beside commits, each guarded by a test with the interleaving that
 * breaks without it:
 *
 * <ul>
 *   <li>the times are fixed before anything else and stay, also for whoever goes on after a crash;
 *   <li>the state of a reference is read after its token changed, so that no commit prepared before
 *       can land on what was marked;
 *   <li>commits refer only to what they wrote, reached through the state they were given, or to
 *       objects younger than half the grace (see {@link dev.cairn.core.store}).
 * </ul>
 */
@NullMarked
package dev.cairn.core.maintenance;

import org.jspecify.annotations.NullMarked;
