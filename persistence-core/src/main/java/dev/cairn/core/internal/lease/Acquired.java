package dev.cairn.core.internal.lease;

import dev.cairn.core.internal.objects.Versioned;

/**
 * Outcome of an attempt to acquire a lease.
 *
 * @param <T> the class of the values that carry it
 */
public sealed interface Acquired<T> {
  /** The caller has the lease. */
  record Granted<T>(Lease<T> lease) implements Acquired<T> {}

  /**
   * Another process has the lease, or had it until a time in the future; or, where only one write
   * was tried, another process wrote first.
   *
   * @param found the current object
   */
  record Held<T>(Versioned<T> found) implements Acquired<T> {}

  /** The object no longer exists; only where one write was tried on an object seen before. */
  record Gone<T>() implements Acquired<T> {}

  /**
   * The outcome is unknown. If the write is applied later, an unused grant holds the lease until it
   * lapses.
   */
  record Unknown<T>(Throwable cause) implements Acquired<T> {}
}
