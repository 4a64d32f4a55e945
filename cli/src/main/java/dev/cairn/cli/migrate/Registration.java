package dev.cairn.cli.migrate;

import dev.cairn.api.CairnException;
import dev.cairn.api.InvalidRequestException;
import dev.cairn.cli.migrate.MigrationReport.Skipped;
import dev.cairn.iceberg.catalog.EntityKind;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import dev.cairn.iceberg.catalog.MetadataFileException;
import java.util.Objects;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * Registers one table or view. A problem of this entity is a reason to skip it; a problem of the
 * source or the database is an exception, and ends the migration.
 */
final class Registration {
  private final SourceCatalog source;
  private final IcebergCatalog target;
  private final boolean isDryRun;
  private final MigrationReport report;

  Registration(
      SourceCatalog source, IcebergCatalog target, boolean isDryRun, MigrationReport report) {
    this.source = source;
    this.target = target;
    this.isDryRun = isDryRun;
    this.report = report;
  }

  void take(EntityKind kind, TableIdentifier name) {
    try {
      boolean unused = exists(kind, name);
    } catch (ValidationException e) {
      skip(kind, name, SkipReason.NAME_REFUSED, message(e));
      return;
    }
    Optional<String> file;
    try {
      file = source.metadataFile(kind, name);
    } catch (SourceException e) {
      if (e.isUnavailable()) {
        throw e;
      }
      skip(kind, name, SkipReason.SOURCE_REFUSED, message(e));
      return;
    }
    if (file.isEmpty()) {
      skip(kind, name, SkipReason.GONE, "the source listed it, but does not have it any more");
    } else if (file.get().isEmpty()) {
      skip(kind, name, SkipReason.NO_METADATA_FILE, "the source names no metadata file of it");
    } else if (!isHere(kind, name, file.get())) {
      register(kind, name, file.get());
    }
  }

  /** Whether the name is taken; then the entity is compared and reported. */
  private boolean isHere(EntityKind kind, TableIdentifier name, String file) {
    Optional<String> here = fileHere(kind, name);
    if (here.isPresent()) {
      if (here.get().equals(file)) {
        report.present(kind);
      } else {
        skip(
            kind,
            name,
            SkipReason.OTHER_METADATA,
            "here it is at %s, in the source at %s".formatted(here.get(), file));
      }
      return true;
    }
    EntityKind other = kind == EntityKind.VIEW ? EntityKind.TABLE : EntityKind.VIEW;
    boolean isTaken = exists(other, name);
    if (isTaken) {
      skip(
          kind,
          name,
          SkipReason.NAME_TAKEN,
          "a %s has its name".formatted(other == EntityKind.VIEW ? "view" : "table"));
    }
    return isTaken;
  }

  private boolean exists(EntityKind kind, TableIdentifier name) {
    return kind == EntityKind.VIEW ? target.views().exists(name) : target.tables().exists(name);
  }

  private Optional<String> fileHere(EntityKind kind, TableIdentifier name) {
    try {
      return Optional.of(
          kind == EntityKind.VIEW
              ? target.views().load(name).metadataFileLocation()
              : target.tables().load(name).metadataFile());
    } catch (NoSuchTableException | NoSuchViewException e) {
      return Optional.empty();
    }
  }

  private void register(EntityKind kind, TableIdentifier name, String file) {
    try {
      apply(kind, name, file);
      report.registered(kind);
    } catch (AlreadyExistsException e) {
      // Another process may have registered it since the lookup.
      if (!isHere(kind, name, file)) {
        skip(kind, name, SkipReason.LOCATION_OVERLAPS, message(e));
      }
    } catch (ForbiddenException e) {
      skip(kind, name, SkipReason.LOCATION_NOT_ALLOWED, message(e));
    } catch (MetadataFileException e) {
      skip(kind, name, reason(e), message(e));
    } catch (ValidationException e) {
      skip(kind, name, SkipReason.LOCATION_REFUSED, message(e));
    } catch (InvalidRequestException | NoSuchNamespaceException e) {
      skip(kind, name, SkipReason.REFUSED, message(e));
    } catch (CairnException
        | ServiceUnavailableException
        | CommitFailedException
        | CommitStateUnknownException e) {
      throw e; // the database, not the table
    } catch (RuntimeException e) {
      // What each FileIO throws.
      skip(kind, name, SkipReason.METADATA_UNREADABLE, "%s: %s".formatted(file, message(e)));
    }
  }

  private void apply(EntityKind kind, TableIdentifier name, String file) {
    if (kind == EntityKind.VIEW) {
      if (isDryRun) {
        target.views().checkRegistrable(file);
      } else {
        var unused = target.views().register(name, file);
      }
    } else if (isDryRun) {
      target.tables().checkRegistrable(file);
    } else {
      var unused = target.tables().register(name, file, false);
    }
  }

  /** Iceberg's parsers have no exception of their own for it. */
  private static SkipReason reason(MetadataFileException e) {
    String message = Objects.requireNonNullElse(e.getMessage(), "");
    boolean isOfUnknownFormat =
        e.getCause() instanceof IllegalArgumentException
            && (message.contains("unsupported version") || message.contains("format version"));
    return isOfUnknownFormat ? SkipReason.UNKNOWN_FORMAT : SkipReason.METADATA_UNREADABLE;
  }

  private void skip(EntityKind kind, TableIdentifier name, SkipReason reason, String detail) {
    report.skip(new Skipped(kind, name.namespace(), name.name(), reason, detail));
  }

  /** The first line of what an exception says. */
  static String message(RuntimeException e) {
    String text = Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    return text.lines().findFirst().orElse(text);
  }
}
