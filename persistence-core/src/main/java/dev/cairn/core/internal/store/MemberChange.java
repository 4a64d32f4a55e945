package dev.cairn.core.internal.store;

/**
 * A change as the engine runs it, in the workspace of a group's member. The application's changes
 * see that workspace through its public interface; those of the engine also use the rest of it.
 */
@FunctionalInterface
interface MemberChange<R> {
  R apply(MemberWorkspace workspace);
}
