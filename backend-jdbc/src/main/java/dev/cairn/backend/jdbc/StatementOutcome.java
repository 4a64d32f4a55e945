package dev.cairn.backend.jdbc;

import dev.cairn.api.Bytes;
import java.util.Optional;

/**
 * How a conditional statement ended.
 *
 * @param applied whether the condition held
 * @param reported whether the same statement told what is there instead
 * @param content the row that is there, if it was told and there is one
 */
record StatementOutcome(boolean applied, boolean reported, Optional<Bytes> content) {
  static final StatementOutcome APPLIED = new StatementOutcome(true, false, Optional.empty());
  static final StatementOutcome CONFLICT = new StatementOutcome(false, false, Optional.empty());

  /** The outcome of a statement that changed so many rows. */
  static StatementOutcome ofCount(int rows) {
    return rows == 0 ? CONFLICT : APPLIED;
  }

  /** A conflict with what was read by the same statement. */
  static StatementOutcome conflictWith(Optional<Bytes> content) {
    return new StatementOutcome(false, true, content);
  }
}
