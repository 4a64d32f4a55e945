package dev.cairn.api.maintenance;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Garbage collection of all scopes of a database.
 *
 * <pre>{@code
 * CollectionReport planned = cairn.maintenance().preview(progress -> {});
 * CollectionReport done = cairn.maintenance().collect(progress -> {});
 * }</pre>
 *
 * <p>A collection runs concurrently with commits and reads. It keeps everything reachable from a
 * reference or from one of its states superseded less than the retention ago, and deletes what is
 * unreachable and older than the grace. If anything cannot be read (a failed scan, a damaged or
 * missing object, a format of a newer release), nothing is deleted, and the exception gives the
 * reason.
 *
 * <p>Two kinds of unreachable rows are kept: those of scopes without a catalog or reference, until
 * {@link dev.cairn.api.catalog.Catalogs#purgeUnknown} removes them; and those of types that this
 * process does not know, unless {@code cairn.gc.unknown-types} says otherwise.
 */
public interface Maintenance {
  /**
   * Reports what a collection would delete now. Reads everything, writes nothing.
   *
   * @param progress called periodically, on the caller's thread
   * @throws dev.cairn.api.DamagedDataException if something reachable is missing or damaged
   * @throws dev.cairn.api.UnsupportedFormatException if it finds data of a newer release
   * @throws dev.cairn.api.ClockOffException if the clock of this process is off, so that it cannot
   *     judge age
   */
  CollectionReport preview(Consumer<Progress> progress);

  /**
   * Collects on the caller's thread. If another process is collecting, waits for it and returns its
   * report. The next collection resumes an interrupted or failed one where it stopped.
   *
   * @param progress called periodically if the collection runs in this process
   * @throws CollectionFailedException if it ended without a report; the message gives the reason,
   *     and whether it is retried
   * @throws dev.cairn.api.ClockOffException if the clock of this process is off, before or during
   *     the collection
   */
  CollectionReport collect(Consumer<Progress> progress);

  /**
   * The progress of a collection.
   *
   * @param phase the current phase: {@code wait} (for the process that has the task), {@code
   *     fence}, {@code mark} or {@code sweep}
   * @param done the number of rows examined in this phase
   * @param expected the approximate number of rows to examine, if known
   * @param elapsed the time since the phase started
   */
  record Progress(String phase, long done, OptionalLong expected, Duration elapsed) {
    /** Rows per second so far. */
    public double rate() {
      double seconds = elapsed.toNanos() / 1e9;
      return seconds > 0 ? done / seconds : 0;
    }

    /** The estimated remaining time of the phase, if it can be estimated. */
    public Optional<Duration> remaining() {
      if (expected.isEmpty() || done == 0 || elapsed.isZero()) {
        return Optional.empty();
      }
      double left = Math.max(0, expected.getAsLong() - done) / rate();
      return Optional.of(Duration.ofMillis((long) (left * 1_000)));
    }
  }
}
