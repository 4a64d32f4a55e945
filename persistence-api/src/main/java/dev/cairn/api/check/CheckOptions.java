package dev.cairn.api.check;

import dev.cairn.api.Scope;
import java.util.Optional;

/**
 * How much to check.
 *
 * @param scope whose references; nothing for all of the database
 * @param history whether earlier states are checked as well, back to the oldest that garbage
 *     collection keeps; what several states share is read once
 * @param parallelism how many threads read at a time, the caller's among them
 * @param maxFindings how many findings are kept; further ones are counted
 */
public record CheckOptions(
    Optional<Scope> scope, boolean history, int parallelism, int maxFindings) {
  /** All of the database with its history, by four threads. */
  public static final CheckOptions ALL = new CheckOptions(Optional.empty(), true, 4, 1000);

  /** Checks the numbers. */
  public CheckOptions {
    if (parallelism < 1 || maxFindings < 1) {
      throw new IllegalArgumentException(
          "a check has one thread or more and keeps one finding or more, not %d and %d"
              .formatted(parallelism, maxFindings));
    }
  }

  /** The same for one scope. */
  public CheckOptions of(Scope other) {
    return new CheckOptions(Optional.of(other), history, parallelism, maxFindings);
  }

  /** The same for current states alone. */
  public CheckOptions withoutHistory() {
    return new CheckOptions(scope, false, parallelism, maxFindings);
  }

  /** The same by so many threads. */
  public CheckOptions withParallelism(int threads) {
    return new CheckOptions(scope, history, threads, maxFindings);
  }
}
