package dev.cairn.core.transfer;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.transfer.ImportRefusedException;
import dev.cairn.core.Environment;
import dev.cairn.core.objects.Update;
import dev.cairn.core.objects.UpdateableId;
import dev.cairn.core.objects.UpdateableObjects;
import dev.cairn.core.objects.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An import with its mark: begins it where nothing is, or goes on with one that was interrupted.
 */
final class MarkedImport {
  private final UpdateableObjects objects;
  private final Environment environment;
  private final TransferLimits limits;
  private final String what;
  private final boolean wasPublishing;
  private Versioned<ImportMark> mark;

  /**
   * @param objects of the system scope
   * @param scope which scope is imported; nothing for a whole database
   * @throws ImportRefusedException if something else is there
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
          "an import of %s was interrupted when a part of it was visible; repeat it with the same file (export %s)"
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
          "another import of %s is under way; let it end".formatted(what));
    }
    throw new UnknownOutcomeException(
        "the mark of the import of %s may or may not have been stored; repeat the import"
            .formatted(what));
  }

  private void refuseRows(Backend backend, Optional<Scope> scope) {
    backend.scanReferences(
        scope,
        Optional.empty(),
        row -> {
          if (!isEmpty(row)) {
            throw occupied(row.key().toString());
          }
          return true;
        });
    backend.scanObjects(
        scope,
        Optional.empty(),
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
        "%s is not empty: there is %s; import into a scope or a database that nobody has used"
            .formatted(what, by));
  }

  /** Whether a reference was created and never had a head. */
  static boolean isEmpty(ReferenceRow row) {
    return row.headId().isEmpty() && row.earlierHeads().heads().isEmpty() && !row.isTombstone();
  }

  /** Whether an earlier attempt may have made references visible. */
  boolean wasPublishing() {
    return wasPublishing;
  }

  /**
   * Makes sure that garbage collection spares what was written.
   *
   * @throws ImportRefusedException if that was too long ago
   */
  void checkAge() {
    Instant started = Instant.EPOCH.plus(mark.value().started(), ChronoUnit.MICROS);
    Duration age = Duration.between(started, environment.clock().instant());
    if (age.compareTo(limits.young()) > 0) {
      throw new ImportRefusedException(
          "the import of %s that began at %s is not finished after %s; garbage collection may remove what was written that long ago: raise cairn.gc.grace, and import into another scope or a new database"
              .formatted(what, started, limits.young()));
    }
  }

  /** Notes that references become visible now; nobody else can take over any more. */
  void publish() {
    checkAge();
    if (!mark.value().publishing()) {
      mark = applied(objects.swap(mark, mark.value().published(), OptionalLong.empty()));
    }
  }

  /** Removes the mark: the import is done. If that fails, a repetition does no harm. */
  void finish() {
    Update<ImportMark> unused = objects.delete(mark);
  }

  /** What a reference that is in the way means. */
  ImportRefusedException inTheWay(ReferenceKey key) {
    return new ImportRefusedException(
        "the reference %s was changed by others during the import; what is visible of the import stays: import into another scope"
            .formatted(key));
  }
}
