package dev.cairn.api.spi;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.config.Configuration;
import dev.cairn.api.config.Setting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The kinds of backends on the class path, by name. */
public final class Backends {
  /** The name of the backend to open. */
  public static final Setting<String> BACKEND =
      Setting.text("cairn.backend", "Which backend to use, by name");

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*");

  private final Map<String, BackendFactory> byName;

  private Backends(Map<String, BackendFactory> byName) {
    this.byName = Collections.unmodifiableMap(byName);
  }

  /**
   * All backends on the class path.
   *
   * @throws ConfigurationException if two have the same name
   */
  public static Backends discover() {
    return of(
        ServiceLoader.load(BackendFactory.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList());
  }

  /**
   * The given backends.
   *
   * @throws ConfigurationException if two have the same name
   */
  public static Backends of(Collection<? extends BackendFactory> factories) {
    Map<String, BackendFactory> byName = new TreeMap<>();
    for (BackendFactory factory : factories) {
      checkNames(factory);
      BackendFactory earlier = byName.putIfAbsent(factory.name(), factory);
      if (earlier != null) {
        throw new ConfigurationException(
            "two backends are called '%s': %s and %s; keep one of them on the class path"
                .formatted(
                    factory.name(), earlier.getClass().getName(), factory.getClass().getName()));
      }
    }
    return new Backends(byName);
  }

  // Otherwise one backend could claim the settings of another.
  private static void checkNames(BackendFactory factory) {
    String name = factory.name();
    if (!NAME.matcher(name).matches() || name.equals("test")) {
      throw new ConfigurationException(
          "%s calls its backend '%s'; a name has lowercase letters and digits only and is not 'test'"
              .formatted(factory.getClass().getName(), name));
    }
    for (Setting<?> setting : factory.settings()) {
      if (!setting.key().startsWith("cairn." + name + ".")) {
        throw new ConfigurationException(
            "the backend '%s' has the setting %s, which does not begin with cairn.%s."
                .formatted(name, setting.key(), name));
      }
    }
  }

  /** The possible values of {@code cairn.backend}. */
  public Set<String> names() {
    return byName.keySet();
  }

  /** {@code cairn.backend} and the settings of all backends. */
  public List<Setting<?>> settings() {
    List<Setting<?>> settings = new ArrayList<>();
    settings.add(BACKEND);
    byName.values().forEach(factory -> settings.addAll(factory.settings()));
    return settings;
  }

  /**
   * Opens the backend that {@code cairn.backend} names.
   *
   * @throws ConfigurationException if the setting is missing or names an unknown backend
   */
  public Backend open(Configuration configuration) {
    return factory(configuration).open(configuration);
  }

  /** The same for a caller that only reads, see {@link BackendFactory#openToRead}. */
  public Backend openToRead(Configuration configuration) {
    return factory(configuration).openToRead(configuration);
  }

  private BackendFactory factory(Configuration configuration) {
    String name =
        configuration
            .find(BACKEND)
            .orElseThrow(
                () ->
                    new ConfigurationException(
                        "%s is not set; it names the backend to use, on the class path are: %s"
                            .formatted(BACKEND.key(), names())));
    BackendFactory factory = byName.get(name);
    if (factory == null) {
      throw new ConfigurationException(
          "there is no backend called '%s' (%s); on the class path are: %s"
              .formatted(name, BACKEND.key(), names()));
    }
    return factory;
  }
}
