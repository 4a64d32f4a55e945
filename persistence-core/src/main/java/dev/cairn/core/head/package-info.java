/**
 * The states of a reference: the row that names the current head, the heads behind it, and what
 * they hold.
 *
 * <p>{@link dev.cairn.core.head.References} creates, deletes and moves references, each by one swap
 * of their row. When the reply to a swap is lost, {@code HeadLine} follows the thinned lists that
 * the row and every {@link dev.cairn.core.head.Head} carry, to tell whether the head of that
 * attempt ever became current. {@link dev.cairn.core.head.Heads} loads heads; an {@link
 * dev.cairn.core.head.OpenHead} has its indexes ready to be read. {@link
 * dev.cairn.core.head.CachedObjects} loads what indexes refer to. All of it goes through one {@link
 * dev.cairn.core.head.ObjectCache}, which holds nothing that would have to be parsed again.
 */
@NullMarked
package dev.cairn.core.head;

import org.jspecify.annotations.NullMarked;
