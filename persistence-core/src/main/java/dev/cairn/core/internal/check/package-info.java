/**
 * Integrity check: reads everything that references lead to, and reports what is damaged.
 *
 * <p>{@link dev.cairn.core.internal.check.EngineChecks} takes references from a scan, a few at a
 * time. For each, a {@code HeadLineCheck} walks from head to head into the past; for each head, an
 * {@code IndexCheck} walks down its indexes, and an {@code ObjectCheck} follows what entries refer
 * to. {@code Problems} reads once more before it accepts damage as real, and {@code Findings} keeps
 * what remains. Pieces of work go to {@link dev.cairn.core.internal.runtime.WorkStack}, deepest
 * first.
 *
 * <h2>What is checked</h2>
 *
 * <ul>
 *   <li>A strong read finds every object; its checksum matches; its envelope and, for types that
 *       the process knows, its value can be read; its chunks are complete; and the same holds for
 *       what it refers to.
 *   <li>Keys of a page ascend and lie in the range that the pages above it give, as do the changes
 *       buffered for each page below; levels decrease by one; numbers of entries add up.
 *   <li>The line of heads: versions and times decrease, each list of earlier heads is derived from
 *       the one before, and the reference has the list of its head.
 * </ul>
 *
 * <p>Not detected: two application objects of one type whose values were exchanged. The checksum of
 * an envelope does not cover its key; those of pages do, and heads are distinguished by their
 * versions.
 *
 * <h2>Memory</h2>
 *
 * <p>Each page and object is read once, however many states share it. An {@code IdSet} remembers 9
 * to 14 bytes for each: 100 million objects take 1.4 GB at most. Pending work is bounded by the
 * height of the indexes, because the deepest work is taken first; a thread has at most 100 objects
 * in memory, or one that is larger. The number of findings, and of keys they affect, is bounded.
 *
 * <h2>Which keys are affected</h2>
 *
 * <p>A page that several states share is visited once, so a damaged page below it is reached on one
 * path only. If there is damage, the current state of every reference is therefore walked once
 * more, each separately, to find every path to it.
 */
@NullMarked
package dev.cairn.core.internal.check;

import org.jspecify.annotations.NullMarked;
