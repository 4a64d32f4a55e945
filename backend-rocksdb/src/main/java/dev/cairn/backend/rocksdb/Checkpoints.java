package dev.cairn.backend.rocksdb;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.Backup;
import java.nio.file.Path;
import org.rocksdb.Checkpoint;
import org.rocksdb.RocksDBException;

/** Copies of a store while it is in use. RocksDB writes them beside and renames them when done. */
final class Checkpoints implements Backup {
  private final RocksDbDatabase database;

  Checkpoints(RocksDbDatabase database) {
    this.database = database;
  }

  @Override
  public void to(Path directory) {
    Path target = database.directory().placeOfCopy(directory);
    database.problem().ifPresent(problem -> refuse(problem));
    boolean unused =
        database.use(
            store -> {
              try (Natives scope = store.nested()) {
                scope.own(Checkpoint.create(store.db())).createCheckpoint(target.toString());
                return true;
              } catch (RocksDBException e) {
                throw new BackendUnavailableException(
                    "the store in %s could not be copied to %s: %s. The directory that is to hold the"
                            .formatted(database.directory().path(), target, e.getMessage())
                        + " copy must exist and have space",
                    e);
              }
            });
  }

  // RocksDB begins a copy by moving rows from the log to data files.
  private void refuse(String problem) {
    throw new BackendUnavailableException(
        "the store in %s cannot be copied while it takes no writes, and it takes none: %s"
            .formatted(database.directory().path(), problem));
  }
}
