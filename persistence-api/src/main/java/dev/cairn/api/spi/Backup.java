package dev.cairn.api.spi;

import java.nio.file.Path;

/** Online backup of a store. */
@FunctionalInterface
public interface Backup {
  /**
   * Writes a consistent copy into {@code directory}, which must not exist yet. What an earlier call
   * left there when its process died does not stand in the way.
   *
   * @throws IllegalArgumentException if the directory exists or is no place for a copy
   * @throws java.io.UncheckedIOException if the file system refuses it
   * @throws dev.cairn.api.BackendUnavailableException if no copy can be made now
   */
  void to(Path directory);
}
