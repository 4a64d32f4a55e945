package dev.cairn.api.store;

import java.util.Optional;

/**
 * The outcome of a change of an updateable object.
 *
 * @param <T> the class of its values
 */
public sealed interface UpdateResult<T> {
  /**
   * The change was applied, once. Others may have changed the object since.
   *
   * <p>A deletion means less: that version is gone for good. If the reply was lost, another writer
   * may have deleted it.
   *
   * @param written what was written; for a deletion, what was deleted
   */
  record Applied<T>(Updateable<T> written) implements UpdateResult<T> {}

  /**
   * The change was not applied and never will be: the object is not as expected, or an insert found
   * one.
   *
   * @param found the current object; empty if there is none
   */
  record Conflict<T>(Optional<Updateable<T>> found) implements UpdateResult<T> {}

  /**
   * The change may or may not have been applied, or may still be. Before a caller repeats it, it
   * has to recognize its own change in the object, for example by an owner in the value.
   *
   * @param attempted what was to be written
   * @param found the object as it was last read, if that was possible
   * @param cause what went wrong first
   */
  record Unknown<T>(Updateable<T> attempted, Optional<Updateable<T>> found, Throwable cause)
      implements UpdateResult<T> {}
}
