package dev.cairn.core.lease;

import dev.cairn.core.objects.Versioned;

/**
 * What came of trying to take a lease.
 *
 * @param <T> the class of the values that carry it
 */
public sealed interface Acquired<T> {
  /** The caller has it. */
  record Granted<T>(Lease<T> lease) implements Acquired<T> {}

  /**
   * Somebody else has it, or had it up to a time that is still to come; or, where only one write
   * was tried, somebody was faster.
   *
   * @param found the object as it is
   */
  record Held<T>(Versioned<T> found) implements Acquired<T> {}

  /** There is no such object any more; only where one write was tried on an object once seen. */
  record Gone<T>() implements Acquired<T> {}

  /**
   * Nobody knows. If the write lands later, the lease is held by a grant that nobody uses, and ends
   * by itself.
   */
  record Unknown<T>(Throwable cause) implements Acquired<T> {}
}
