/**
 * Turns: how processes that commit to one reference share it fairly.
 *
 * <p>The row of a reference carries a {@link dev.cairn.core.internal.turn.TurnList} of the
 * processes that wait for it. A {@link dev.cairn.core.internal.turn.TurnLine} per process and
 * reference looks at a {@link dev.cairn.core.internal.turn.TurnView} and answers with a {@link
 * dev.cairn.core.internal.turn.TurnStep}; {@link dev.cairn.core.internal.turn.TurnRules} has its
 * numbers. The store makes the calls, and so does a model in {@code benchmarks}, with these same
 * classes.
 *
 * <p>Turns are a courtesy: safety rests on the row's token alone. A process that ignores the list,
 * writes nonsense into it or dies in it delays the others and breaks nothing.
 */
@NullMarked
package dev.cairn.core.internal.turn;

import org.jspecify.annotations.NullMarked;
