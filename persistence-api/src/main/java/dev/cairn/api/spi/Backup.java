package dev.cairn.api.spi;

import java.nio.file.Path;

/** Online backup of a store. */
@FunctionalInterface
public interface Backup {
  /** Writes a consistent copy into {@code directory}, which must not exist yet. */
  void to(Path directory);
}
