package dev.cairn.api.spi;

import java.util.Optional;

/**
 * The outcome of a conditional write: applied, conflict or unknown.
 *
 * @param <R> the kind of row
 */
public sealed interface CasResult<R> {
  /** The condition held, and the write is as durable as the backend promises. */
  record Applied<R>() implements CasResult<R> {}

  /**
   * The condition did not hold: this call wrote nothing and never will.
   *
   * @param row the current row, if there is one and the database returned it for free
   * @param reported whether the database reported the current row; an empty {@code row} then means
   *     that there is none
   */
  record Conflict<R>(Optional<R> row, boolean reported) implements CasResult<R> {
    /** Checks that a row is present only if it was reported. */
    public Conflict {
      if (row.isPresent() && !reported) {
        throw new IllegalArgumentException("a row that is there was reported");
      }
    }
  }

  /**
   * The write may have been applied, or may be applied at any later time: a time-out, a lost
   * connection. A backend never returns this if it knows the outcome, and never retries such a
   * write itself.
   *
   * @param cause the driver's exception
   */
  record Unknown<R>(Throwable cause) implements CasResult<R> {}

  /** The outcome of an applied write. */
  static <R> CasResult<R> applied() {
    return new Applied<>();
  }

  /** A conflict with the current row. */
  static <R> CasResult<R> conflictWith(R row) {
    return new Conflict<>(Optional.of(row), true);
  }

  /** A conflict because the row does not exist. */
  static <R> CasResult<R> conflictWithNothing() {
    return new Conflict<>(Optional.empty(), true);
  }

  /** A conflict without information about the current row. */
  static <R> CasResult<R> conflict() {
    return new Conflict<>(Optional.empty(), false);
  }

  /** An unknown outcome. */
  static <R> CasResult<R> unknown(Throwable cause) {
    return new Unknown<>(cause);
  }
}
