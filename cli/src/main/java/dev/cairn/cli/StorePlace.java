package dev.cairn.cli;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.spi.Backends;
import dev.cairn.backend.rocksdb.RocksDbBackendFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether there is a store where the configuration says. Databases on servers tell by their schema;
 * RocksDB would make a store of any directory, also of one that is a slip of the pen.
 */
final class StorePlace {
  /** The file that RocksDB has in every store. */
  private static final String CURRENT = "CURRENT";

  private static final Pattern DATA = Pattern.compile("\\.(sst|log)$");

  private StorePlace() {}

  static void checkThere(Configuration configuration) {
    boolean isRocksDb =
        configuration.find(Backends.BACKEND).equals(Optional.of(RocksDbBackendFactory.NAME));
    if (isRocksDb) {
      Path path = configuration.get(RocksDbBackendFactory.PATH);
      if (!Files.exists(path.resolve(CURRENT)) && isFree(path)) {
        throw CommandException.notFound(
            "there is no store in %s; correct %s, or create one by: cairn schema create"
                .formatted(path, RocksDbBackendFactory.PATH.key()));
      }
    }
  }

  /**
   * Whether a store could be created there. Where there are data files without the file that leads
   * to them, or what is there cannot be seen, opening the store says what is wrong, and changes
   * nothing.
   */
  private static boolean isFree(Path path) {
    try (Stream<Path> files = Files.list(path)) {
      return files.noneMatch(file -> DATA.matcher(file.toString()).find());
    } catch (NoSuchFileException | NotDirectoryException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
