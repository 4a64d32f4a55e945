/**
 * Ordered maps inside a head, whose cost grows with the logarithm of what they hold.
 *
 * <p>A tour of the main types. {@link dev.cairn.api.index.Key} makes keys from names. An {@link
 * dev.cairn.core.internal.index.IndexSet} holds all the indexes of a head: it opens an {@link
 * dev.cairn.core.internal.index.Index}, takes a changed one back, and {@linkplain
 * dev.cairn.core.internal.index.IndexSet#spill spills} until the head is within its bound, which
 * yields {@link dev.cairn.core.internal.index.IndexPage}s to store before the head. A listing of an
 * {@link dev.cairn.api.index.IndexRange} is an {@link dev.cairn.api.index.IndexCursor}. {@link
 * dev.cairn.core.internal.index.IndexNode} is for walks without keys, such as garbage collection.
 *
 * <h2>The tree</h2>
 *
 * <p>A head embeds a root for each index: a block of recent changes and the ID of one page. Inner
 * pages have a block of changes for each child; leaves have entries. A change wins over what lies
 * below it, and a tombstone hides it. When a head is over its bound, the changes of an index move
 * to the blocks of its topmost page; when the blocks of a page take more than their share, the
 * fullest goes down to its child, and so on. A page is thus rewritten for dozens of changes at a
 * time. Pages that grow too large are split, pages that become too small are merged with a
 * neighbour, and the tree grows and shrinks at the top. The inner pages are the list of pages: a
 * head holds only one ID of it.
 *
 * <p>The bound of a head applies to changes. The root of an index without changes takes some twenty
 * bytes, and stays in the head: a head of 1,000 indexes, as many as {@link
 * dev.cairn.api.store.Workspace#MAX_INDEXES} allows, has some 30 KB of roots and names. A commit of
 * one key then takes 0.3 ms in memory, 0.5 ms among the 4,000 that earlier releases allowed.
 *
 * <p>All blocks, embedded or in pages, have one format and are searched in place. A listing merges
 * those above a leaf when it reaches the leaf. Everything persisted has a format number and a
 * checksum.
 *
 * <h2>What was tried and measured</h2>
 *
 * <p>Keys of about 100 bytes in random order, 100,000 of them; bytes are what one update of one key
 * writes, head and pages together, on average. {@code benchmarks/RESULTS.md} has the figures and
 * how to repeat them.
 *
 * <ul>
 *   <li><b>Embedded bound: 4 KB.</b> 2 KB write 3.9 KB, 4 KB write 4.4 KB, 8 KB write 6.2 KB, 16 KB
 *       write 10.1 KB: what a larger head saves in pages it costs many times over in heads, as
 *       every update writes one. 2 KB write least, but spilling half as many changes at a time
 *       writes a fifth more page rows, and a few large keys would not stay in the head at all.
 *   <li><b>All changes of an index leave the head at once</b>, rather than those for the fullest
 *       child: a head is then half full on average and not nearly full, and knows only one page.
 *   <li><b>Leaves: 40 KB.</b> 64 KB write about as much and take longer to rewrite and to search;
 *       24 KB make a level more and, with the same buffers, 87 bytes a key instead of 84.
 *   <li><b>Buffers: 1 KB for each child.</b> A changed key is stored twice until its change
 *       arrives: with 1.5 KB, 1,000 keys take 85.9 bytes each, with 1 KB 84.2. A bound for each
 *       page instead of each child made small trees all buffer: 100 bytes a key at 1,000 keys.
 *   <li><b>Fanout: 32.</b> 16 write a fifth less, but 100,000 keys need a level more, which every
 *       read pays.
 *   <li><b>Restarts: every 8 entries in leaves, at each entry in inner pages.</b> Profiles of reads
 *       showed little but waits for memory. Keeping the first bytes of restarts together, and the
 *       shorter groups, brought point reads from about a half to about two thirds of what a {@code
 *       TreeMap} of the same keys does in the same run; every 16 entries saved 0.7 bytes a key.
 *   <li><b>Object IDs: as few bytes as a block needs</b>, as a distance from its smallest. One or
 *       two bytes a key less than whole IDs.
 *   <li><b>Commits tell the cache which pages a head has replaced.</b> Otherwise it fills with
 *       pages of old heads that were read often, and evicts new leaves, which are not read before
 *       they are rewritten: among 1,000,000 keys, with a cache of ten times their size, every
 *       fifteenth to thirtieth update fetched a page.
 *   <li><b>Listings merge buffers at the leaf,</b> and only what is for that leaf. Merging them on
 *       the way down decoded all changes for the rest of each child.
 *   <li><b>Not done:</b> links from a page to its children in memory, to save the look-up in the
 *       cache. The cache would not see which pages are used, and would evict the most used ones.
 * </ul>
 */
@NullMarked
package dev.cairn.core.internal.index;

import org.jspecify.annotations.NullMarked;
