package dev.cairn.api.spi;

import java.util.Optional;

/**
 * How a conditional write ended: three outcomes, not two.
 *
 * @param <R> the kind of row
 */
public sealed interface CasResult<R> {
  /** The condition held and the write is durable as the backend promises it. */
  record Applied<R>() implements CasResult<R> {}

  /**
   * The condition did not hold: nothing was written, now or later, by this call.
   *
   * @param row the row that is there, if the database told it for free and there is one
   * @param reported whether the database told; then an empty {@code row} means that there is none
   */
  record Conflict<R>(Optional<R> row, boolean reported) implements CasResult<R> {
    /** Checks that a row is only there if it was reported. */
    public Conflict {
      if (row.isPresent() && !reported) {
        throw new IllegalArgumentException("a row that is there was reported");
      }
    }
  }

  /**
   * The write may have been applied, or may be applied at any later time: a time-out, a lost
   * connection. Never used where the backend knows better, and never retried by the backend itself.
   *
   * @param cause what the driver said
   */
  record Unknown<R>(Throwable cause) implements CasResult<R> {}

  /** The outcome of a write that was done. */
  static <R> CasResult<R> applied() {
    return new Applied<>();
  }

  /** A conflict with the row that is there. */
  static <R> CasResult<R> conflictWith(R row) {
    return new Conflict<>(Optional.of(row), true);
  }

  /** A conflict because there is no row. */
  static <R> CasResult<R> conflictWithNothing() {
    return new Conflict<>(Optional.empty(), true);
  }

  /** A conflict of which the database did not say what is there. */
  static <R> CasResult<R> conflict() {
    return new Conflict<>(Optional.empty(), false);
  }

  /** An outcome nobody knows. */
  static <R> CasResult<R> unknown(Throwable cause) {
    return new Unknown<>(cause);
  }
}
