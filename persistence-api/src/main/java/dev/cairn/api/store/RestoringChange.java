package dev.cairn.api.store;

/**
 * The body of a commit that brings back parts of an earlier state, see {@link Store#restore}. All
 * that holds for a {@link Change} holds for it.
 *
 * @param <R> the result type
 */
@FunctionalInterface
public interface RestoringChange<R> {
  /**
   * Runs the change once.
   *
   * @param workspace the current state
   * @param earlier the earlier state; usable as long as the workspace is. What is reached through
   *     it counts as reached through the workspace
   */
  R apply(Workspace workspace, View earlier);
}
