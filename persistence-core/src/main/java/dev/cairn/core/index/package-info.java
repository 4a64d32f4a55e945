/**
 * Ordered maps inside a head, whose cost does not grow with what they hold.
 *
 * <p>A tour in the order in which one meets the types. {@link dev.cairn.core.index.Key} makes keys
 * of names. An {@link dev.cairn.core.index.IndexSet} is all the indexes of a head: it opens an
 * {@link dev.cairn.core.index.Index}, takes a changed one back, and {@linkplain
 * dev.cairn.core.index.IndexSet#spill spills} until the head is within its bound, which gives
 * {@link dev.cairn.core.index.IndexPage}s to store first. A listing of an {@link
 * dev.cairn.core.index.IndexRange} is an {@link dev.cairn.core.index.IndexCursor}, and a {@link
 * dev.cairn.core.index.PagingToken} says where the next request goes on. {@link
 * dev.cairn.core.index.IndexReferences} is for the garbage collector, {@link
 * dev.cairn.core.index.IndexLoader} for imports.
 *
 * <h2>The tree</h2>
 *
 * <p>A head embeds a root for each index: a block of recent changes and the ID of one page. Inner
 * pages have a block of changes for each child; leaves have entries. A change wins over what lies
 * below it, and a tombstone hides it. When a head is over its bound, the changes of an index move
 * to the blocks of its topmost page; when the blocks of a page take more than their share, the
 * fullest goes down to its child, and so on. So a page is rewritten for dozens of changes at a
 * time. Pages that grow too large are cut, ones that become too small are joined with a neighbour,
 * the tree becomes higher and lower at the top. The list of pages is the inner pages: a head never
 * has more of it than one ID.
 *
 * <p>All blocks, embedded or in pages, have one format, are searched in place, and are merged on
 * the way down when they are listed. Everything persisted has a format number and a checksum.
 *
 * <h2>What was tried and measured</h2>
 *
 * <p>Keys of about 100 bytes in random order; bytes are head and pages together. {@code
 * benchmarks/RESULTS.md} has the figures in full.
 *
 * <ul>
 *   <li>RESULTS-PLACEHOLDER
 * </ul>
 */
@NullMarked
package dev.cairn.core.index;

import org.jspecify.annotations.NullMarked;
