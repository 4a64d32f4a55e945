package dev.cairn.api.spi;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import java.util.List;

/**
 * Opens one kind of backend. Implementations are found by {@link java.util.ServiceLoader}: name the
 * class in {@code META-INF/services/dev.cairn.api.spi.BackendFactory}.
 */
public interface BackendFactory {
  /** The name in {@code cairn.backend}: lowercase letters and digits. */
  String name();

  /** The settings, all of which begin with {@code cairn.<name>.}. */
  List<Setting<?>> settings();

  /**
   * Opens a backend. Embedded backends create their schema; others do not change it.
   *
   * @throws dev.cairn.api.ConfigurationException if the settings are inconsistent
   * @throws dev.cairn.api.BackendUnavailableException if the database cannot be reached
   */
  Backend open(Configuration configuration);

  /**
   * Opens a backend for a caller that only reads. Where one process at a time can write, this works
   * beside that process and writes nothing itself: reads then see a consistent state that is as
   * recent as this call, and calls that would write fail. Otherwise it is {@link #open}.
   */
  default Backend openToRead(Configuration configuration) {
    return open(configuration);
  }
}
