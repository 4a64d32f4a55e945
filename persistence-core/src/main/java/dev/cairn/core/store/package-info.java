/**
 * References and the line of heads behind each of them.
 *
 * <p>{@code References} creates, deletes and moves references, each by one swap of their row. When
 * the reply to a swap is lost, {@code HeadLine} follows the thinned lists that the row and every
 * head carry, to tell whether the head of that attempt ever became current.
 */
@NullMarked
package dev.cairn.core.store;

import org.jspecify.annotations.NullMarked;
