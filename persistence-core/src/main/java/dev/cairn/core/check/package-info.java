/**
 * Reads everything that references lead to, and says what is damaged.
 *
 * <p>{@link dev.cairn.core.check.EngineChecks} takes references from a scan, some at a time. For
 * each, a {@code HeadLineCheck} goes from head to head into the past; for each head, an {@code
 * IndexCheck} goes down its indexes, and an {@code ObjectCheck} follows what entries refer to.
 * {@code Problems} asks once more before it believes in damage, and {@code Findings} keeps what is
 * left. Pieces of work go to {@link dev.cairn.core.Workers}, deepest first.
 *
 * <h2>What is checked</h2>
 *
 * <ul>
 *   <li>Every object is there by a strong read, its checksum fits, its envelope and, for types that
 *       the process knows, its value can be read; its chunks are complete; so is what it refers to.
 *   <li>Keys of a page ascend and are within what the pages above it say, as are the changes held
 *       back for each page below; levels go down by one; numbers of entries add up.
 *   <li>The line of heads: versions and times go down, each list of earlier heads is made from the
 *       one before, the reference has the list of its head.
 * </ul>
 *
 * <p>Not found: two objects of an application of one type that have changed places. The checksum of
 * an envelope does not cover its key; those of pages do, and heads are told by their versions.
 *
 * <h2>Memory</h2>
 *
 * <p>Each page and object is read once, however many states share it. An {@code IdSet} remembers 9
 * to 14 bytes for each: 100 million objects take 1.4 GB at most. What waits to be done is bounded
 * by the height of the indexes, as work is taken deepest first; a thread has at most 100 objects in
 * memory, or one that is larger. Findings and what they affect are bounded by number.
 *
 * <h2>Which keys are affected</h2>
 *
 * <p>A page that several states share is visited once, so a damaged page below it is met on one way
 * only. If there is damage, the current state of every reference is therefore walked once more,
 * each by itself, to find every way that leads there.
 */
@NullMarked
package dev.cairn.core.check;

import org.jspecify.annotations.NullMarked;
