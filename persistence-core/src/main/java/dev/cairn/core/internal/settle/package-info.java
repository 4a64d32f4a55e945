/**
 * Settlement of conditional writes whose reply was lost, for every kind of row.
 *
 * <p>A {@link dev.cairn.core.internal.settle.Settlement} runs the write and reads the row if the
 * reply is lost; the caller's {@link dev.cairn.core.internal.settle.Verdict.Rule} decides what that
 * row proves, and a {@link dev.cairn.core.internal.settle.Settled} is the answer. For updateable
 * objects the proof is the token and the one before it; for references it is the line of heads.
 */
@NullMarked
package dev.cairn.core.internal.settle;

import org.jspecify.annotations.NullMarked;
