package dev.cairn.api.check;

import dev.cairn.api.Scope;
import java.util.Optional;

/**
 * The extent of a check.
 *
 * @param scope the scope to check; empty for the whole database
 * @param history whether to check earlier states too, back to the oldest retained one; objects
 *     shared by several states are read once
 * @param parallelism the number of reading threads, including the caller's
 * @param maxFindings the number of findings to keep; further ones are only counted
 */
public record CheckOptions(
    Optional<Scope> scope, boolean history, int parallelism, int maxFindings) {
  /** The whole database with its history, with four threads. */
  public static final CheckOptions ALL = new CheckOptions(Optional.empty(), true, 4, 1000);

  /** Checks the numbers. */
  public CheckOptions {
    if (parallelism < 1 || maxFindings < 1) {
      throw new IllegalArgumentException(
          "a check has one thread or more and keeps one finding or more, not %d and %d"
              .formatted(parallelism, maxFindings));
    }
  }

  /** These options for one scope. */
  public CheckOptions of(Scope other) {
    return new CheckOptions(Optional.of(other), history, parallelism, maxFindings);
  }

  /** These options for current states only. */
  public CheckOptions withoutHistory() {
    return new CheckOptions(scope, false, parallelism, maxFindings);
  }

  /** These options with {@code threads} threads. */
  public CheckOptions withParallelism(int threads) {
    return new CheckOptions(scope, history, threads, maxFindings);
  }
}
