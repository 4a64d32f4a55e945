package dev.cairn.core.settle;

import java.util.Optional;

/**
 * What became of a conditional write, after everything was done to find out.
 *
 * @param <R> the kind of row
 */
public sealed interface Settled<R> {
  /** It was made, once. Somebody may have changed the row since. */
  record Applied<R>() implements Settled<R> {}

  /**
   * It was not made and never will be.
   *
   * @param found the row that is there, or nothing
   */
  record Conflict<R>(Optional<R> found) implements Settled<R> {}

  /**
   * Nobody can tell, or it may still be made later.
   *
   * @param found what was there at the last look, if there was an answer and a row
   * @param cause why the outcome was unknown in the first place
   */
  record Unknown<R>(Optional<R> found, Throwable cause) implements Settled<R> {}
}
