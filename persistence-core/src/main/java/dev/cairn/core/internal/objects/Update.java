package dev.cairn.core.internal.objects;

import java.util.Optional;

/**
 * Final outcome of a change of an updateable object, after settlement.
 *
 * @param <T> the class of its values
 */
public sealed interface Update<T> {
  /**
   * The change was applied, exactly once. Another writer may have changed the object since.
   *
   * <p>A deletion means less: the object was deleted, and the version to be deleted is gone for
   * good. If the reply was lost, another writer may have deleted it.
   *
   * @param written what was written; for a deletion, what was to be deleted
   */
  record Applied<T>(Versioned<T> written) implements Update<T> {}

  /**
   * The change was not applied and never will be: another writer was first, or the object was
   * fenced.
   *
   * @param found the current object, if any
   */
  record Conflict<T>(Optional<Versioned<T>> found) implements Update<T> {}

  /**
   * The tokens do not tell whether the change was applied, or it may still be applied later. A
   * caller that writes an owner into the value can check whether {@code found} has that owner.
   *
   * @param attempted what was to be written
   * @param found the object of the last read, if it was answered and there was one
   * @param cause why the outcome was unknown at first
   */
  record Unknown<T>(Versioned<T> attempted, Optional<Versioned<T>> found, Throwable cause)
      implements Update<T> {}
}
