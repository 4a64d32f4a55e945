package dev.cairn.api.spi;

import java.nio.file.Path;

/** Copies a store while it is in use, for backends that can. */
@FunctionalInterface
public interface Backup {
  /** Writes a consistent copy into {@code directory}, which must not exist yet. */
  void to(Path directory);
}
