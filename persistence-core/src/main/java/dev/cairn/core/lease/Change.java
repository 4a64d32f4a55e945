package dev.cairn.core.lease;

import dev.cairn.core.objects.Versioned;
import java.util.Optional;

/**
 * What came of a holder's change: a renewal, an update of the value, a release.
 *
 * @param <T> the class of the values that carry the lease
 */
public sealed interface Change<T> {
  /** It was made. */
  record Applied<T>(Versioned<T> written) implements Change<T> {}

  /**
   * The caller no longer has the lease, and the change cannot be made any more. If its answer was
   * lost, it may have been made before the lease was.
   *
   * @param found the object as it is, if there still is one
   */
  record Lost<T>(Optional<Versioned<T>> found) implements Change<T> {}

  /** Nobody knows. The lease stands as it was last known; another change settles it. */
  record Unknown<T>(Throwable cause) implements Change<T> {}
}
