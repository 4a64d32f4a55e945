package dev.cairn.api.check;

import java.util.function.Consumer;

/** Reads a database and says what is damaged. Changes nothing, and others may go on working. */
public interface Checks {
  /**
   * Checks everything that references lead to, those of deleted ones included.
   *
   * <p>What is damaged does not end the check. What others write meanwhile is checked or not; it is
   * never taken for damage.
   *
   * @param progress is told every second or so, by one thread at a time
   * @throws dev.cairn.api.BackendUnavailableException if the database does not answer
   */
  CheckReport check(CheckOptions options, Consumer<CheckProgress> progress);
}
