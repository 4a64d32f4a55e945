package dev.cairn.api.transfer;

import dev.cairn.api.Scope;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Export and import of one database.
 *
 * <p>An export contains references as of its start, including deleted ones; all immutable objects
 * with their IDs; and records of idempotent requests. It does not contain leases of nodes and
 * tasks, which belong to processes, and tokens, which are new in the target.
 *
 * <p>Each reference has a consistent state in spite of concurrent commits. Memory use does not grow
 * with the number of objects; a reference takes about a kilobyte.
 *
 * <p>Progress is reported about once per second, by one thread at a time.
 */
public interface Transfers {
  /**
   * Writes an export to {@code file}, which must not exist. The file is written under a temporary
   * name and renamed at the end, so a file with this name is complete.
   *
   * <p>Everything is checked first. References that are damaged or miss something are left out, and
   * the report names them.
   *
   * @param scope what to export; nothing for all of the database
   * @throws java.io.UncheckedIOException if the file cannot be written
   * @throws dev.cairn.api.DamagedDataException if the database cannot read on behind something that
   *     is damaged; a check tells what that affects
   */
  TransferReport exportTo(Path file, Optional<Scope> scope, Consumer<Progress> progress);

  /** Writes an export to a stream, which stays open. */
  TransferReport exportTo(OutputStream out, Optional<Scope> scope, Consumer<Progress> progress);

  /**
   * Reads a complete file and returns its contents.
   *
   * @throws InvalidExportException if it is not a complete export
   */
  ExportContents inspect(Path file, Consumer<Progress> progress);

  /**
   * Imports a file: verifies that it is complete, writes its objects, checks that everything
   * reachable from its references is present and intact, and finally makes the references visible.
   * Its scopes must be empty here; an export of a whole database needs a newly created one.
   *
   * <p>An interrupted import has made either nothing or some complete references visible. To finish
   * it, repeat it with the same file within half of {@code cairn.gc.grace}. It may wait some
   * seconds at its end until the clock is past the newest ID in the file.
   *
   * @param into another scope than that of the file, which then must be an export of one scope
   * @throws InvalidExportException if the file is not a whole export, then nothing was written; or
   *     if references in it miss something, then nothing became visible
   * @throws ImportRefusedException if this database is not ready for it, with what to do
   * @throws dev.cairn.api.ClockOffException if the clock of this process is off; then nothing was
   *     written
   */
  default TransferReport importFrom(Path file, Optional<Scope> into, Consumer<Progress> progress) {
    return importFrom(file, new ImportOptions(Optional.empty(), into, false), progress);
  }

  /**
   * Imports a part of a file, as {@link #importFrom(Path, Optional, Consumer)} imports all of it:
   * one scope of it, or what is intact in it. The report names what was left out because it is
   * damaged.
   */
  TransferReport importFrom(Path file, ImportOptions options, Consumer<Progress> progress);

  /**
   * Imports from a stream, which is read once. If it turns out to be incomplete, unreferenced
   * objects have been written, which garbage collection removes.
   */
  TransferReport importFrom(InputStream in, Optional<Scope> into, Consumer<Progress> progress);

  /**
   * Copies this database directly into {@code target}, without a file.
   *
   * @param into the scope in the target, if {@code scope} is given and they differ
   * @param target the transfers of another database, of the same release
   */
  TransferReport copyTo(
      Transfers target, Optional<Scope> scope, Optional<Scope> into, Consumer<Progress> progress);

  /**
   * The part of an export to import, and its target.
   *
   * @param only the scope of the export to import; empty for all its scopes
   * @param into the target scope, if one scope is imported into another one
   * @param isIntactEnough whether references that are damaged or miss something are left out;
   *     otherwise the import is refused because of them
   */
  record ImportOptions(Optional<Scope> only, Optional<Scope> into, boolean isIntactEnough) {
    /** All of an export, into the scopes it came from, if it is undamaged. */
    public static final ImportOptions ALL =
        new ImportOptions(Optional.empty(), Optional.empty(), false);

    /** These options for one scope of the export. */
    public ImportOptions only(Scope scope) {
      return new ImportOptions(Optional.of(scope), into, isIntactEnough);
    }

    /** These options with another target scope. */
    public ImportOptions into(Scope scope) {
      return new ImportOptions(only, Optional.of(scope), isIntactEnough);
    }

    /** These options without damaged references. */
    public ImportOptions intactOnly() {
      return new ImportOptions(only, into, true);
    }
  }

  /**
   * The progress of a transfer.
   *
   * @param phase the current phase
   * @param rows the number of rows read in this phase
   * @param bytes the size of their values, or of the part of the file read
   * @param elapsed the time since the phase started
   */
  record Progress(Phase phase, long rows, long bytes, Duration elapsed) {
    /** The phases of a transfer. */
    public enum Phase {
      /** Reads the file to verify that it is complete. */
      INSPECTING,
      /** Copies rows. */
      MOVING,
      /** Verifies the imported data. */
      CHECKING,
      /** Makes references visible. */
      PUBLISHING
    }

    /** Megabytes (10^6 bytes) per second. */
    public double megabytesPerSecond() {
      double seconds = elapsed.toNanos() / 1e9;
      return seconds == 0 ? 0 : bytes / seconds / 1e6;
    }
  }
}
