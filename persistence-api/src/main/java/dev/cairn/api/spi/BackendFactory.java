package dev.cairn.api.spi;

import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import java.util.List;

/**
 * Makes one kind of backend. Implementations are found by {@link java.util.ServiceLoader}: name the
 * class in {@code META-INF/services/dev.cairn.api.spi.BackendFactory}.
 */
public interface BackendFactory {
  /** The name that selects it in {@code cairn.backend}: lowercase letters and digits. */
  String name();

  /** Its settings, all of which begin with {@code cairn.<name>.}. */
  List<Setting<?>> settings();

  /**
   * Opens a backend. Embedded backends create what they need; others leave the schema as it is.
   *
   * @throws dev.cairn.api.ConfigurationException if the settings do not fit together
   * @throws dev.cairn.api.BackendUnavailableException if the database cannot be reached
   */
  Backend open(Configuration configuration);
}
