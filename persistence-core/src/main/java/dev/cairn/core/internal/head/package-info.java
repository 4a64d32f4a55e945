/**
 * States of a reference: the row that names the current head, the line of heads, and their
 * contents.
 *
 * <p>{@link dev.cairn.core.internal.head.References} creates, deletes and moves references, each by
 * one swap of their row. When the reply to a swap is lost, {@code ReferenceVerdicts} decides
 * whether it was applied: {@code HeadLine} follows the thinned lists in the row and in every {@link
 * dev.cairn.core.internal.head.Head} to determine whether the head of that attempt ever became
 * current. {@link dev.cairn.core.internal.head.Heads} loads heads; an {@link
 * dev.cairn.core.internal.head.OpenHead} has its indexes ready for reading. {@link
 * dev.cairn.core.internal.head.CachedObjects} loads what indexes refer to. All of them read through
 * one {@link dev.cairn.core.internal.head.ObjectCache}, which holds parsed objects only. A {@link
 * dev.cairn.core.internal.head.GraphWalk} visits all that a state reaches, for reset, collection
 * and checks. A {@link dev.cairn.core.internal.head.ReferenceScan} visits the references of a
 * database, and ends even if others are created meanwhile.
 */
@NullMarked
package dev.cairn.core.internal.head;

import org.jspecify.annotations.NullMarked;
