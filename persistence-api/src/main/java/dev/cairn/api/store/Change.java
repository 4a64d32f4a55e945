package dev.cairn.api.store;

/**
 * What a commit does: a function of the current state.
 *
 * <p>It may run more than once, on any thread, and only the effects of one run are kept. So it must
 * do nothing but read and edit its workspace: no side effects, no commits, no long waits. Whatever
 * it throws ends this commit alone, and reaches the caller as it is, once it is certain that the
 * state it was thrown about was the current one.
 *
 * @param <R> what the caller wants to know of it
 */
@FunctionalInterface
public interface Change<R> {
  /** Runs once, over the state in {@code workspace}. */
  R apply(Workspace workspace);
}
