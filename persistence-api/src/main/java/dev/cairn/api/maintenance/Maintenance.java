package dev.cairn.api.maintenance;

import java.util.function.Consumer;

/**
 * Garbage collection of a database, all its scopes.
 *
 * <pre>{@code
 * CollectionReport planned = cairn.maintenance().preview(progress -> {});
 * CollectionReport done = cairn.maintenance().collect(progress -> {});
 * }</pre>
 *
 * <p>It runs beside commits and readers and takes nothing from them: whatever is reachable from a
 * reference, or from a state of it that was superseded less than the retention ago, stays. What
 * goes is unreachable and older than the grace. If anything cannot be read (a failed scan, a
 * damaged or missing object, a format of a newer release), nothing is deleted, and the exception
 * says what is wrong.
 *
 * <p>Rows that are kept though nothing reaches them: those of scopes that no catalog and no
 * reference has, until {@link dev.cairn.api.catalog.Catalogs#purgeUnknown} gives them up; and those
 * of types that this process does not know, unless {@code cairn.gc.unknown-types} says otherwise.
 */
public interface Maintenance {
  /**
   * What a collection would delete now. Reads everything, writes nothing.
   *
   * @param progress is told from time to time, on the caller's thread
   * @throws dev.cairn.api.DamagedDataException if something reachable is missing or damaged
   * @throws dev.cairn.api.UnsupportedFormatException if a newer release wrote what it found
   */
  CollectionReport preview(Consumer<Progress> progress);

  /**
   * Collects, on the caller's thread; if another process is at it, waits for that one and returns
   * its report. What an interrupted or failed collection left goes with the next one, which goes on
   * where it stopped.
   *
   * @param progress is told from time to time, if the collection runs here
   * @throws CollectionFailedException if it came to an end without a report; the message says why,
   *     and whether it is tried again
   */
  CollectionReport collect(Consumer<Progress> progress);
}
