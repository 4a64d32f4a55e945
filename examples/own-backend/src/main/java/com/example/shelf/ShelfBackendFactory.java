package com.example.shelf;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.BackendFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Opens the backend called {@code shelf}. */
public final class ShelfBackendFactory implements BackendFactory {
  static final String NAME = "shelf";

  static final Setting<String> PATH =
      Setting.text("cairn.shelf.path", "The file with the rows, created if it is missing");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(PATH);
  }

  @Override
  public Backend open(Configuration configuration) {
    Path path = Path.of(configuration.get(PATH));
    try {
      return ShelfBackend.owning(ShelfFile.open(path));
    } catch (IOException e) {
      throw new BackendUnavailableException("%s cannot be opened: %s".formatted(path, e), e);
    }
  }
}
