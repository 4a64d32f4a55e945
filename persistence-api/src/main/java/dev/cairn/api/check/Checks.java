package dev.cairn.api.check;

import dev.cairn.api.Scope;
import java.time.Duration;
import java.util.Optional;
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
  CheckReport check(Options options, Consumer<Progress> progress);

  /**
   * The extent of a check.
   *
   * @param scope the scope to check; empty for the whole database
   * @param history whether to check earlier states too, back to the oldest retained one; objects
   *     shared by several states are read once
   * @param parallelism the number of reading threads, including the caller's
   * @param maxFindings the number of findings to keep; further ones are only counted
   */
  record Options(Optional<Scope> scope, boolean history, int parallelism, int maxFindings) {
    /** The whole database with its history, with four threads. */
    public static final Options ALL = new Options(Optional.empty(), true, 4, 1000);

    /** Checks the numbers. */
    public Options {
      if (parallelism < 1 || maxFindings < 1) {
        throw new IllegalArgumentException(
            "a check has one thread or more and keeps one finding or more, not %d and %d"
                .formatted(parallelism, maxFindings));
      }
    }

    /** These options for one scope. */
    public Options of(Scope other) {
      return new Options(Optional.of(other), history, parallelism, maxFindings);
    }

    /** These options for current states only. */
    public Options withoutHistory() {
      return new Options(scope, false, parallelism, maxFindings);
    }

    /** These options with {@code threads} threads. */
    public Options withParallelism(int threads) {
      return new Options(scope, history, threads, maxFindings);
    }
  }

  /**
   * The progress of a check.
   *
   * @param references the number of references checked
   * @param heads the number of states checked
   * @param pages the number of index pages checked
   * @param objects the number of other objects checked
   * @param bytes the total size of their values
   * @param findings the number of findings
   * @param elapsed the time since the check started
   */
  record Progress(
      long references,
      long heads,
      long pages,
      long objects,
      long bytes,
      long findings,
      Duration elapsed) {
    /** Heads, pages and objects checked per second. */
    public double objectsPerSecond() {
      double seconds = elapsed.toNanos() / 1e9;
      return seconds == 0 ? 0 : (heads + pages + objects) / seconds;
    }
  }
}
