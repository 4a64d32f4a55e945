package dev.cairn.testkit.history;

import java.util.List;

/** What a search for a sequential explanation of a history found. */
public sealed interface HistoryVerdict {
  /**
   * There is one.
   *
   * @param order the operations in an order that explains everything; those with unknown outcomes
   *     that are not in it had no effect
   */
  record Linearizable(List<Integer> order) implements HistoryVerdict {}

  /**
   * There is none.
   *
   * @param prefix the longest part of an explanation that was found
   * @param stuck the operation that had to come next, and could not at any place
   */
  record Violation(List<Integer> prefix, int stuck) implements HistoryVerdict {}

  /**
   * The search was given up, which proves nothing.
   *
   * @param steps how many steps it took
   */
  record Undecided(long steps) implements HistoryVerdict {}
}
