package dev.cairn.core.internal.lease;

import dev.cairn.core.internal.objects.Versioned;
import java.util.Optional;

/**
 * Outcome of a holder's change: a renewal, an update of the value, a release.
 *
 * @param <T> the class of the values that carry the lease
 */
public sealed interface LeaseChange<T> {
  /** The change was applied. */
  record Applied<T>(Versioned<T> written) implements LeaseChange<T> {}

  /**
   * The caller no longer has the lease, and the change can no longer be applied. If its reply was
   * lost, it may have been applied before the lease was lost.
   *
   * @param found the current object, if it still exists
   */
  record Lost<T>(Optional<Versioned<T>> found) implements LeaseChange<T> {}

  /**
   * The outcome is unknown. The handle keeps the lease as last known; the next change settles it.
   */
  record Unknown<T>(Throwable cause) implements LeaseChange<T> {}
}
