package dev.cairn.api.transfer;

import dev.cairn.api.Scope;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Exports and imports one database.
 *
 * <p>What travels: references as they were when the export began, deleted ones included; all
 * immutable objects, under their IDs; records of idempotent requests. What stays: leases of nodes
 * and tasks, which belong to processes, and tokens, which are new in the target.
 *
 * <p>Each reference comes with a state that it really had, whatever others commit meanwhile. Memory
 * does not grow with the number of objects; a reference takes about a kilobyte.
 *
 * <p>Progress is told every second or so, by one thread at a time.
 */
public interface Transfers {
  /**
   * Writes an export to {@code file}, which must not be there: first beside it, then it gets its
   * name, so that a file with this name is whole.
   *
   * @param scope what to export; nothing for all of the database
   * @throws java.io.UncheckedIOException if the file cannot be written
   * @throws dev.cairn.api.DamagedDataException if a row is damaged; a check tells what that affects
   */
  TransferReport exportTo(Path file, Optional<Scope> scope, Consumer<TransferProgress> progress);

  /** The same to a stream, which stays open. */
  TransferReport exportTo(
      OutputStream out, Optional<Scope> scope, Consumer<TransferProgress> progress);

  /**
   * Reads all of a file and says what it holds.
   *
   * @throws InvalidExportException if it is not a whole export
   */
  ExportContents inspect(Path file, Consumer<TransferProgress> progress);

  /**
   * Imports a file: reads all of it once to see that it is whole, then writes objects, checks that
   * everything references lead to is there and undamaged, and then, last, makes the references
   * visible. The scopes in it must be empty here; an export of a whole database needs one that was
   * just created.
   *
   * <p>An import that was interrupted has made nothing visible, or some references in whole; it is
   * finished by being repeated with the same file, within half of {@code cairn.gc.grace}. It may
   * have to wait some seconds at its end until the clock is past the newest ID in the file.
   *
   * @param into another scope than that of the file, which then must be an export of one scope
   * @throws InvalidExportException if the file is not a whole export; then nothing was written
   * @throws ImportRefusedException if this database is not ready for it, with what to do
   */
  TransferReport importFrom(Path file, Optional<Scope> into, Consumer<TransferProgress> progress);

  /**
   * The same from a stream, which is read once: if it turns out not to be whole, objects have been
   * written that nothing refers to, and garbage collection removes them.
   */
  TransferReport importFrom(
      InputStream in, Optional<Scope> into, Consumer<TransferProgress> progress);

  /**
   * Imports an export of this database into {@code target}, without a file between.
   *
   * @param into another scope of the target, if {@code scope} is one
   * @param target of another database, by the same release
   */
  TransferReport copyTo(
      Transfers target,
      Optional<Scope> scope,
      Optional<Scope> into,
      Consumer<TransferProgress> progress);
}
