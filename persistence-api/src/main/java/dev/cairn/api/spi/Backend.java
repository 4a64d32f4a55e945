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
 * The adapter to one database: rows in, rows out, and a compare-and-swap on a single row.
 *
 * <p>All calls block, may come from any number of threads, and know nothing of what rows mean.
 *
 * <p><b>Conditional writes</b> (every method that returns a {@link CasResult}) are atomic on their
 * row among all processes that use the store. They answer applied, conflict or unknown, and throw
 * {@link dev.cairn.api.BackendUnavailableException} only if they certainly did nothing. A backend
 * never repeats one whose outcome it does not know, and turns its driver's own repeats off or makes
 * them safe. A row that is written conditionally is never written in any other way.
 *
 * <p><b>Bulk calls</b> take any number of keys or rows and split them as the database needs. They
 * are not atomic as a whole: after an exception some may be done, and the call may be repeated.
 *
 * <p><b>Failures</b>: {@link dev.cairn.api.BackendUnavailableException} as said, {@link
 * dev.cairn.api.ValueTooLargeException} before anything is sent, {@link
 * dev.cairn.api.BackendClosedException} after {@link #close}, {@link
 * dev.cairn.api.DamagedDataException} for a row the database returned in a form nobody wrote.
 */
public interface Backend extends AutoCloseable {
  /** The name by which configuration selects this kind of backend. */
  String name();

  /** What rows and calls may measure. */
  Limits limits();

  /**
   * Whether interrupting a thread can disturb a call it makes. If so, the engine makes calls that
   * must not be disturbed on threads that nobody interrupts.
   */
  default boolean isInterruptible() {
    return true;
  }

  // References.

  /** Writes {@code row} if there is none, tombstones included; a conflict otherwise. */
  CasResult<ReferenceRow> insertReference(ReferenceRow row);

  /** The row of {@code key}, if there is one. */
  Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode);

  /**
   * Replaces the row that has {@code expected} as its token by {@code next}, which has the same
   * key.
   */
  CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next);

  /** Removes the row if it has {@code expected} as its token. */
  CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected);

  /**
   * Visits every reference, or those of {@code scope}, tombstones included, in no order that
   * matters. May cost a scan of all references even for one scope.
   *
   * <p>A row that is there from before the scan begins until it ends is visited exactly once, in a
   * version not older than when the scan began; others may be visited or not. The same holds for a
   * scan that is stopped and resumed.
   *
   * @param after where an earlier scan of the same scope stopped
   * @return where the visitor stopped the scan, or nothing if it came to its end
   */
  Optional<ScanPosition> scanReferences(
      Optional<Scope> scope, Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor);

  // Objects.

  /**
   * The rows of {@code keys} in their order, one answer for each key; a key may be named twice.
   *
   * @param mode only {@link ReadMode#STRONG} may be taken at its word for a missing row
   */
  List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode);

  /**
   * Writes immutable rows, which may be there already with the same bytes, and of which one may be
   * given twice. Different bytes under one key are a bug of the caller, with no promise about what
   * stays. When it returns, all rows are as durable as the backend promises.
   */
  void write(Collection<ObjectRow> rows);

  /** Writes the updateable {@code row} if there is none; a conflict otherwise. */
  CasResult<ObjectRow> insert(ObjectRow row);

  /**
   * Replaces the row that has {@code expected} as its token by {@code next}, which has the same
   * key.
   */
  CasResult<ObjectRow> swap(Token expected, ObjectRow next);

  /** Deletes the row if it has {@code expected} as its token. */
  CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected);

  /** Deletes immutable rows; missing ones are no error, nor is a key that is named twice. */
  void delete(Collection<ObjectKey> keys);

  /**
   * Visits every object, or those of {@code scope}, or of {@code type}, or of both, under the same
   * promise as {@link #scanReferences}.
   *
   * @param after where an earlier scan of the same scope and type stopped
   * @return where the visitor stopped the scan, or nothing if it came to its end
   */
  Optional<ScanPosition> scanObjects(
      Optional<Scope> scope,
      Optional<String> type,
      Optional<ScanPosition> after,
      RowVisitor<ObjectRow> visitor);

  /**
   * Cuts a scan of all objects into parts, of about the same size if that is cheap to find, for
   * several threads or processes to go through at the same time.
   *
   * <p>Each position, given to {@link #scanObjects} without scope and type, begins a scan that ends
   * with its part, and so does every position at which that scan stops. All parts together visit
   * rows under the promise of one scan that begins with this call, whatever is written meanwhile.
   *
   * @param parts how many there should be, at least 1; there may be fewer
   * @return where the parts begin, or nothing if scans cannot be cut
   */
  default List<ScanPosition> splitObjects(int parts) {
    return List.of();
  }

  // Life.

  /**
   * Creates what is missing of the database's schema and records the compare-and-swap domain with
   * it: an operator's single act, harmless if repeated.
   *
   * @throws dev.cairn.api.SchemaMismatchException if something else is in the way
   */
  void createSchema();

  /**
   * Checks that the schema is complete and that its compare-and-swap domain is the configured one.
   *
   * @throws dev.cairn.api.SchemaMismatchException if not, with what was found and what to apply
   */
  void verifySchema();

  /** What {@link #createSchema} would apply, for an operator to read or to apply by other means. */
  String describeSchema();

  /** Asks the database how it is. Never throws. */
  Health health();

  /** About how much is stored. */
  SizeEstimate estimateSize();

  /**
   * Numbers the database tells of itself, for metrics: by names of lowercase words with dashes and
   * dots, such as {@code block-cache.hits.total}. One whose name ends in {@code .total} only grows
   * while the backend is open, any other goes up and down. Cheap enough to be asked every few
   * seconds. Never throws; empty if there is nothing to tell, and after {@link #close}.
   */
  default Map<String, Double> statistics() {
    return Map.of();
  }

  /** The way to copy the store while it is in use, if this backend has one. */
  default Optional<Backup> backup() {
    return Optional.empty();
  }

  /**
   * Releases everything. Calls under way end as they will; later ones that would reach the database
   * are refused with {@link dev.cairn.api.BackendClosedException}, and {@link #health} is not
   * healthy. Other backends on the same store stay open. Repeatable.
   */
  @Override
  void close();
}
