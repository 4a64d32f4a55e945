package dev.cairn.api.store;

/**
 * The body of a commit: a function from the current state to edits.
 *
 * <p>It may run more than once, on any thread, and only the effects of one run are kept. It must
 * only read and edit its workspace: no side effects, no long waits, no commits, which are refused.
 * An exception ends this commit alone and reaches the caller unchanged, once it is certain that it
 * was thrown about the current state.
 *
 * @param <R> the result type
 */
@FunctionalInterface
public interface Change<R> {
  /** Runs the change once, on the state in {@code workspace}. */
  R apply(Workspace workspace);
}
