/**
 * What became of a conditional write whose reply was lost: asked once, here, for every kind of row.
 *
 * <p>A {@link dev.cairn.core.settle.Settlement} runs the write; a {@link
 * dev.cairn.core.settle.Verdict.Rule} of the caller says what a row found afterwards proves, and a
 * {@link dev.cairn.core.settle.Settled} is the answer. For updateable objects the proof is the
 * token and the one before it; for references it is the line of heads.
 */
@NullMarked
package dev.cairn.core.settle;

import org.jspecify.annotations.NullMarked;
