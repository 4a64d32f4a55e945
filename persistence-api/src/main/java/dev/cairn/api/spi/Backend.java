package dev.cairn.api.spi;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The adapter to one database: reads and writes of rows, and compare-and-swap on a single row.
 *
 * <p>All calls block, are thread-safe, and are independent of the meaning of rows.
 *
 * <p><b>Conditional writes</b> (every method that returns a {@link CasResult}) are atomic on their
 * row among all processes that use the store. They return applied, conflict or unknown, and throw
 * {@link dev.cairn.api.BackendUnavailableException} only if they certainly had no effect. A backend
 * never retries one with an unknown outcome, and disables its driver's retries or makes them safe.
 * A row that is written conditionally is never written in any other way.
 *
 * <p><b>Bulk calls</b> take any number of keys or rows and split them as the database needs. They
 * are not atomic as a whole: after an exception some may have been applied, and the call may be
 * repeated.
 *
 * <p><b>Failures</b>: {@link dev.cairn.api.BackendUnavailableException} as described, {@link
 * dev.cairn.api.ValueTooLargeException} before anything is sent, {@link
 * dev.cairn.api.ClosedException} after {@link #close}, {@link dev.cairn.api.DamagedDataException}
 * for a row that the database returned in an invalid form.
 */
public interface Backend extends AutoCloseable {
  /** The name of this kind of backend in the configuration. */
  String name();

  /** The limits on rows and calls. */
  Limits limits();

  /**
   * Whether interrupting a thread can disturb its calls. If so, the engine makes calls that must
   * not be disturbed on threads that are never interrupted.
   */
  default boolean isInterruptible() {
    return true;
  }

  /**
   * Whether the database itself removes rows past their {@linkplain ObjectRow#expiresAtMicros
   * hint}, sooner or later. If so, the engine does not scan for such rows. A backend that returns
   * false keeps them until they are deleted.
   */
  default boolean expiresRows() {
    return false;
  }

  // References.

  /** Writes {@code row} if no row exists, not even a tombstone; a conflict otherwise. */
  CasResult<ReferenceRow> insertReference(ReferenceRow row);

  /** Reads the row of {@code key}. */
  Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode);

  /** Replaces the row by {@code next}, which has the same key, if its token is {@code expected}. */
  CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next);

  /** Removes the row if its token is {@code expected}. */
  CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected);

  /**
   * Visits every reference, or those of {@code scope}, including tombstones, in no particular
   * order. May scan all references even for one scope.
   *
   * <p>A row that exists during the whole scan is visited exactly once, in a version not older than
   * the start of the scan; other rows may or may not be visited. The same holds for a scan that is
   * stopped and resumed.
   *
   * @param after the position at which an earlier scan of the same scope stopped
   * @return the position at which the visitor stopped the scan; empty if it completed
   */
  Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor);

  // Objects.

  /**
   * Reads the rows of {@code keys}, one result per key in the same order; keys may repeat.
   *
   * @param mode only {@link ReadMode#STRONG} is reliable about missing rows
   */
  List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode);

  /**
   * Writes immutable rows. Rows may already exist with the same bytes, and may repeat. Different
   * bytes under one key are a bug of the caller; which of them is kept is undefined. On return, all
   * rows are as durable as the backend promises.
   */
  void write(Collection<ObjectRow> rows);

  /**
   * Writes immutable rows as {@link #write} does, then swaps a reference as {@link #swapReference}
   * does. A reader that sees the swap finds all rows. One call where the database supports it
   * ({@link #writesAndSwapsAtOnce}), otherwise these two in sequence.
   *
   * <p>The result is that of the swap. Unless it was applied, any of the rows may be there or not,
   * and after an unknown outcome they may still come, together with the swap. So a caller that
   * tries again repeats the whole call, and one that uses a row again under another head sends it
   * again, with the same ID and bytes.
   */
  default CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
    write(rows);
    return swapReference(expected, next);
  }

  /**
   * Whether {@link #writeAndSwap} is one call of the database, for as many rows as one round trip
   * writes. If not, callers need not send rows again that {@link #write} has written.
   */
  default boolean writesAndSwapsAtOnce() {
    return false;
  }

  /** Writes the updateable {@code row} if no row exists; a conflict otherwise. */
  CasResult<ObjectRow> insert(ObjectRow row);

  /** Replaces the row by {@code next}, which has the same key, if its token is {@code expected}. */
  CasResult<ObjectRow> swap(Token expected, ObjectRow next);

  /**
   * Inserts like {@link #insert}, for a row that may be lost together with all that comes after it.
   * It need not be durable on return, but is so before any conditional write that this backend
   * begins later. Other processes see it at once.
   */
  default CasResult<ObjectRow> insertUnsynced(ObjectRow row) {
    return insert(row);
  }

  /** Swaps like {@link #swap}, and need not be durable sooner than {@link #insertUnsynced} says. */
  default CasResult<ObjectRow> swapUnsynced(Token expected, ObjectRow next) {
    return swap(expected, next);
  }

  /** Deletes the row if its token is {@code expected}. */
  CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected);

  /** Deletes immutable rows; missing rows and repeated keys are not errors. */
  void delete(Collection<ObjectKey> keys);

  /**
   * Visits every object, optionally only those of {@code scope} and {@code type}, with the
   * guarantees of {@link #scanReferences}, up to {@code bound}. Rows beyond the bound are not
   * visited, and concurrent writes of such rows cannot keep the scan from ending.
   *
   * @param after the position at which an earlier scan of the same scope, type and bound stopped
   * @return the position at which the visitor stopped the scan; empty if it completed
   */
  Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      ScanBound bound,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor);

  /**
   * Splits a scan of all objects into parts for several threads or processes, of similar size if
   * that is cheap to determine.
   *
   * <p>Each position, passed to {@link #scanObjects} without scope and type, starts a scan that
   * ends with its part, and so does every position at which that scan stops. All parts together
   * have the guarantees of one scan that starts with this call, regardless of concurrent writes.
   *
   * @param parts the desired number of parts, at least 1; there may be fewer
   * @return the start positions of the parts; empty if scans cannot be split
   */
  default List<ScanPosition> splitObjects(int parts) {
    return List.of();
  }

  // Lifecycle.

  /**
   * Creates the missing parts of the database schema and records the compare-and-swap domain. A
   * one-time action of an operator; idempotent.
   *
   * @throws dev.cairn.api.SchemaMismatchException if existing tables have another schema
   */
  void createSchema();

  /**
   * Checks that the schema is complete and that its compare-and-swap domain is the configured one.
   *
   * @throws dev.cairn.api.SchemaMismatchException if not; the message says what was found and what
   *     to apply
   */
  void verifySchema();

  /** The statements that {@link #createSchema} would apply, for operators. */
  String describeSchema();

  /**
   * Reads the database's own clock, which all processes of the store share: by a query, or from the
   * time that a response carries. The engine compares the process's clock with it at the start, at
   * every renewal of the node's lease and before every collection, and refuses to commit with a
   * clock that is off.
   *
   * <p>The database takes the reading during this call: it is never cached from an earlier call and
   * never derived from a clock of this process. The engine sends one cheap request about every two
   * minutes. A backend either always returns a reading or never does.
   *
   * @return empty if there is no such clock: the database is embedded, or does not expose its time
   * @throws dev.cairn.api.BackendUnavailableException if the database does not answer
   */
  default Optional<DatabaseTime> time() {
    return Optional.empty();
  }

  /** Checks whether the database answers. Never throws. */
  Health health();

  /** Estimates the amount of stored data. */
  SizeEstimate estimateSize();

  /**
   * Statistics of the database, for metrics. Names consist of lowercase words with dashes and dots,
   * such as {@code block-cache.hits.total}. A name that ends in {@code .total} is a counter, any
   * other a gauge. Cheap enough to call every few seconds. Never throws; empty if there are none,
   * and after {@link #close}.
   */
  default Map<String, Double> statistics() {
    return Map.of();
  }

  /** Online backup, if this backend supports it. */
  default Optional<Backup> backup() {
    return Optional.empty();
  }

  /**
   * Releases all resources. Calls in progress complete; later calls that would reach the database
   * throw {@link dev.cairn.api.ClosedException}, and {@link #health} is not healthy. Other backends
   * on the same store stay open. Idempotent.
   */
  @Override
  void close();
}
