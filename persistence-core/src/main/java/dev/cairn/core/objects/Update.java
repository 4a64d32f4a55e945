package dev.cairn.core.objects;

import java.util.Optional;

/**
 * What became of a change of an updateable object, after everything was done to find out.
 *
 * @param <T> the class of its values
 */
public sealed interface Update<T> {
  /**
   * The change was made, exactly once. Somebody may have changed the object since.
   *
   * <p>A deletion means less: the object was deleted, and the version that was to be deleted is
   * gone for good. If the reply was lost, it may have been somebody else who did it.
   *
   * @param written what was written; for a deletion, what was to be deleted
   */
  record Applied<T>(Versioned<T> written) implements Update<T> {}

  /**
   * The change was not made and will never be: somebody was faster, or the object was fenced.
   *
   * @param found what is there, or nothing
   */
  record Conflict<T>(Optional<Versioned<T>> found) implements Update<T> {}

  /**
   * Nobody can tell from the tokens whether the change was made, or it may still be made later.
   * Whoever writes an owner into the value can look whether {@code found} is still, or again, its
   * own.
   *
   * @param attempted what was to be written
   * @param found what was there at the last look, if there was an answer and an object
   * @param cause why the outcome was unknown in the first place
   */
  record Unknown<T>(Versioned<T> attempted, Optional<Versioned<T>> found, Throwable cause)
      implements Update<T> {}
}
