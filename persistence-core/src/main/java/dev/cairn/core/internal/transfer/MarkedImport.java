package dev.cairn.core.internal.transfer;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.transfer.ImportRefusedException;
import dev.cairn.core.internal.head.ReferenceScan;
import dev.cairn.core.internal.objects.Update;
import dev.cairn.core.internal.objects.UpdateableId;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.objects.Versioned;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.Micros;
import dev.cairn.core.internal.runtime.ScanBounds;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** An import with its mark: begins in an empty target, or continues an interrupted import. */
final class MarkedImport {
  private final UpdateableObjects objects;
  private final Environment environment;
  private final TransferLimits limits;
  private final String what;
  private final boolean wasPublishing;
  private Versioned<ImportMark> mark;

  /**
   * @param objects of the system scope
   * @param scope the imported scope; empty for a whole database
   * @throws ImportRefusedException if the target has other data
   */
  MarkedImport(
      Backend backend,
      UpdateableObjects objects,
      Environment environment,
      TransferLimits limits,
      Optional<Scope> scope,
      String export) {
    this.objects = objects;
    this.environment = environment;
    this.limits = limits;
    this.what = scope.map(Scope::toString).orElse("the whole database");
    UpdateableId<ImportMark> id =
        UpdateableId.named(ImportMark.TYPE, scope.map(its -> "import/" + its).orElse("import"));
    Optional<Versioned<ImportMark>> found = objects.read(id);
    if (found.isEmpty()) {
      refuseRows(backend, scope);
      mark =
          applied(
              objects.insert(
                  id, ImportMark.begun(export, environment.nowMicros()), OptionalLong.empty()));
    } else {
      mark = resumed(found.get(), export);
    }
    wasPublishing = mark.value().publishing();
  }

  private Versioned<ImportMark> resumed(Versioned<ImportMark> found, String export) {
    mark = found;
    checkAge();
    if (found.value().export().equals(export)) {
      return found;
    }
    if (found.value().publishing()) {
      throw new ImportRefusedException(
          "an import of %s was interrupted after a part of it became visible; repeat it with the same file (export %s)"
              .formatted(what, found.value().export()));
    }
    return applied(objects.swap(found, found.value().takenOver(export), OptionalLong.empty()));
  }

  private Versioned<ImportMark> applied(Update<ImportMark> update) {
    if (update instanceof Update.Applied<ImportMark> applied) {
      return applied.written();
    }
    if (update instanceof Update.Conflict) {
      throw new ImportRefusedException(
          "another import of %s is running; wait until it ends".formatted(what));
    }
    throw new UnknownOutcomeException(
        "the mark of the import of %s may or may not have been stored; repeat the import"
            .formatted(what));
  }

  private void refuseRows(Backend backend, Optional<Scope> scope) {
    new ReferenceScan(backend, environment, scope)
        .run(
            row -> {
              if (!isEmpty(row)) {
                throw occupied(row.key().toString());
              }
              return true;
            });
    // The first immutable row ends the scan, however new it is.
    ScanBound bound =
        new ScanBound(Long.MAX_VALUE, ScanBounds.now(environment, limits.skew()).createdAtMicros());
    backend.scanObjects(
        scope,
        Optional.empty(),
        bound,
        Optional.empty(),
        row -> {
          if (row.token().isEmpty()) {
            throw occupied(row.key().toString());
          }
          return true;
        });
  }

  private ImportRefusedException occupied(String by) {
    return new ImportRefusedException(
        "%s is not empty: it has %s; import into an unused scope or database".formatted(what, by));
  }

  /** Whether a reference has never had a head. */
  static boolean isEmpty(ReferenceRow row) {
    return row.headId().isEmpty() && row.earlierHeads().heads().isEmpty() && !row.isTombstone();
  }

  /** Whether an earlier attempt may have made references visible. */
  boolean wasPublishing() {
    return wasPublishing;
  }

  /**
   * Checks that garbage collection still spares what was written.
   *
   * @throws ImportRefusedException if that was too long ago
   */
  void checkAge() {
    Instant started = Micros.toInstant(mark.value().started());
    Duration age = Duration.between(started, environment.clock().instant());
    if (age.compareTo(limits.young()) > 0) {
      throw new ImportRefusedException(
          "the import of %s that began at %s was not finished within %s; garbage collection may delete rows that were written so long ago: raise cairn.gc.grace, and import into another scope or a new database"
              .formatted(what, started, limits.young()));
    }
  }

  /** Records that references become visible now; from here on no other import can take over. */
  void publish() {
    checkAge();
    if (!mark.value().publishing()) {
      mark = applied(objects.swap(mark, mark.value().published(), OptionalLong.empty()));
    }
  }

  /**
   * Removes the mark, because the import is complete. If that fails, repeating the import does no
   * harm.
   */
  void finish() {
    Update<ImportMark> unused = objects.delete(mark);
  }

  /** The exception for an existing reference that conflicts with the import. */
  ImportRefusedException inTheWay(ReferenceKey key) {
    return new ImportRefusedException(
        "the reference %s was changed by other writers during the import; the part of the import that is visible stays: import into another scope"
            .formatted(key));
  }
}
