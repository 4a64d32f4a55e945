package dev.cairn.core.internal.head;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.core.internal.runtime.Environment;
import java.time.Duration;
import java.util.Optional;

/**
 * Scan of references that ends even if references are created constantly, and misses none that
 * existed before.
 *
 * <p>The name of a reference does not tell when it was created. Its created-at does, but a row must
 * not be skipped for that alone: one that was deleted and created again, or was created by a fast
 * clock, looks new and may lead to all data. New rows are therefore visited too, but counted: a
 * scan that finds many new rows, and more than old ones, cannot keep up and fails. Rows from a
 * clock far ahead are not counted.
 */
public final class ReferenceScan {
  /** Up to this many new references never fail a scan. */
  static final int ALWAYS_VISITED = 10_000;

  private static final Duration FAR_AHEAD = Duration.ofHours(1);

  private final Backend backend;
  private final Environment environment;
  private final Optional<Scope> scope;
  private final long begunMicros;
  private long earlier;
  private long created;

  /** Begins a scan of {@code scope}, or of all. */
  public ReferenceScan(Backend backend, Environment environment, Optional<Scope> scope) {
    this.backend = backend;
    this.environment = environment;
    this.scope = scope;
    this.begunMicros = environment.nowMicros();
  }

  /** Visits all references, tombstones included, from the first to the last. */
  public void run(RowVisitor<ReferenceRow> visitor) {
    Optional<ScanPosition> unused = run(Optional.empty(), visitor);
  }

  /**
   * Visits references until the visitor stops it.
   *
   * @param after where it stopped the last time
   * @return where the visitor stopped it; empty if it reached the end
   * @throws BackendUnavailableException if references are created faster than they are read
   */
  public Optional<ScanPosition> run(
      Optional<ScanPosition> after, RowVisitor<ReferenceRow> visitor) {
    return backend.scanReferences(
        scope,
        after,
        row -> {
          count(row);
          return visitor.visit(row);
        });
  }

  private void count(ReferenceRow row) {
    long createdAt = row.createdAtMicros();
    boolean isNew =
        createdAt > begunMicros
            && createdAt <= environment.nowMicros() + FAR_AHEAD.toNanos() / 1_000;
    if (!isNew) {
      earlier++;
    } else if (++created > ALWAYS_VISITED && created > earlier) {
      throw new BackendUnavailableException(
          "a scan of references found %d that were created since it began and %d others: references are created faster than they are read; try again when fewer are created"
              .formatted(created, earlier));
    }
  }
}
