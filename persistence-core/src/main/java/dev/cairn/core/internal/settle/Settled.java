package dev.cairn.core.internal.settle;

import java.util.Optional;

/**
 * Final outcome of a conditional write, after settlement.
 *
 * @param <R> the kind of row
 */
public sealed interface Settled<R> {
  /** The write was applied, once. Another writer may have changed the row since. */
  record Applied<R>() implements Settled<R> {}

  /**
   * The write was not applied and never will be.
   *
   * @param found the row that exists, if any
   */
  record Conflict<R>(Optional<R> found) implements Settled<R> {}

  /**
   * The outcome cannot be determined, or the write may still be applied later.
   *
   * @param found the row of the last read, if it was answered and there was one
   * @param cause why the outcome was unknown at first
   */
  record Unknown<R>(Optional<R> found, Throwable cause) implements Settled<R> {}
}
