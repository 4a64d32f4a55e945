package dev.cairn.api.check;

import java.util.function.Consumer;

/** Checks the integrity of a database. Read-only, and safe beside concurrent work. */
public interface Checks {
  /**
   * Checks everything reachable from references, including deleted ones.
   *
   * <p>Damage does not stop the check. Concurrent writes may or may not be checked; they are never
   * reported as damage.
   *
   * @param progress called about once per second, by one thread at a time
   * @throws dev.cairn.api.BackendUnavailableException if the database does not answer
   */
  CheckReport check(CheckOptions options, Consumer<CheckProgress> progress);
}
