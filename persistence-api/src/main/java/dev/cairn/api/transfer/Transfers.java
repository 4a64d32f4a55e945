package dev.cairn.api.transfer;

import dev.cairn.api.Scope;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
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
  TransferReport exportTo(Path file, Optional<Scope> scope, Consumer<TransferProgress> progress);

  /** Writes an export to a stream, which stays open. */
  TransferReport exportTo(
      OutputStream out, Optional<Scope> scope, Consumer<TransferProgress> progress);

  /**
   * Reads a complete file and returns its contents.
   *
   * @throws InvalidExportException if it is not a complete export
   */
  ExportContents inspect(Path file, Consumer<TransferProgress> progress);

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
  default TransferReport importFrom(
      Path file, Optional<Scope> into, Consumer<TransferProgress> progress) {
    return importFrom(file, new ImportOptions(Optional.empty(), into, false), progress);
  }

  /**
   * Imports a part of a file, as {@link #importFrom(Path, Optional, Consumer)} imports all of it:
   * one scope of it, or what is intact in it. The report names what was left out because it is
   * damaged.
   */
  TransferReport importFrom(Path file, ImportOptions options, Consumer<TransferProgress> progress);

  /**
   * Imports from a stream, which is read once. If it turns out to be incomplete, unreferenced
   * objects have been written, which garbage collection removes.
   */
  TransferReport importFrom(
      InputStream in, Optional<Scope> into, Consumer<TransferProgress> progress);

  /**
   * Copies this database directly into {@code target}, without a file.
   *
   * @param into the scope in the target, if {@code scope} is given and they differ
   * @param target the transfers of another database, of the same release
   */
  TransferReport copyTo(
      Transfers target,
      Optional<Scope> scope,
      Optional<Scope> into,
      Consumer<TransferProgress> progress);
}
