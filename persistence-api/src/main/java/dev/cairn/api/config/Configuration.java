package dev.cairn.api.config;

import dev.cairn.api.ConfigurationException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The checked values of all settings of a process.
 *
 * <p>Later sources win over earlier ones; the usual order is a properties file, the environment,
 * system properties, explicit values. Whatever begins with {@code cairn.} (in the environment
 * {@code CAIRN_}) has to be a known setting, except what begins with {@code cairn.test.}, which
 * belongs to tests.
 */
public final class Configuration {
  private final Map<String, Setting<?>> known;
  private final Map<String, Entry> entries;

  private record Entry(String text, String source) {}

  // The keys behind environment variables are known only when the settings are.
  private record Source(Map<String, String> values, String name, boolean isEnvironment) {}

  private Configuration(Map<String, Setting<?>> known, Map<String, Entry> entries) {
    this.known = known;
    this.entries = entries;
  }

  /** Starts with nothing configured. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The value of {@code setting}, or its default.
   *
   * @throws ConfigurationException if it has neither
   */
  public <T> T get(Setting<T> setting) {
    return find(setting)
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "%s is not set; it is needed: %s (%s). Set it in the properties file, as a system"
                            .formatted(setting.key(), setting.description(), setting.form())
                        + " property or as "
                        + setting.environmentName()
                        + " in the environment"));
  }

  /** The value of {@code setting}, or its default, or nothing. */
  public <T> Optional<T> find(Setting<T> setting) {
    if (!known.containsKey(setting.key())) {
      throw new IllegalArgumentException("the setting " + setting + " was not declared as known");
    }
    Entry entry = entries.get(setting.key());
    return entry != null
        ? Optional.of(setting.parse(entry.text, entry.source))
        : setting.defaultText().map(text -> setting.parse(text, "the default"));
  }

  /** What is configured, by key, with secrets hidden: for people to look at. */
  public Map<String, String> describe() {
    Map<String, String> shown = new TreeMap<>();
    for (Setting<?> setting : known.values()) {
      Optional.ofNullable(entries.get(setting.key()))
          .map(Entry::text)
          .or(setting::defaultText)
          .ifPresent(text -> shown.put(setting.key(), setting.isSecret() ? "(hidden)" : text));
    }
    return shown;
  }

  @Override
  public String toString() {
    return describe().toString();
  }

  /** Collects sources; each call wins over the calls before it. */
  public static final class Builder {
    private final List<Source> sources = new ArrayList<>();

    private Builder() {}

    /** Adds a value. */
    public Builder set(String key, String value) {
      return add(new HashMap<>(Map.of(key, value)), "the program", false);
    }

    /** Adds all entries of a properties file in UTF-8. */
    public Builder file(Path file) {
      Properties properties = new Properties();
      try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        properties.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw new ConfigurationException("the configuration file " + file + " cannot be read", e);
      }
      return add(toMap(properties, ""), file.toString(), false);
    }

    /** Adds the variables that begin with {@code CAIRN_}, such as {@code CAIRN_ROCKSDB_PATH}. */
    public Builder environment(Map<String, String> variables) {
      Map<String, String> ours = new HashMap<>(variables);
      ours.keySet().removeIf(name -> !name.startsWith("CAIRN_"));
      return add(ours, "the environment", true);
    }

    /** Adds the properties that begin with {@code cairn.}. */
    public Builder systemProperties(Properties properties) {
      return add(toMap(properties, "cairn."), "the system properties", false);
    }

    private static Map<String, String> toMap(Properties properties, String prefix) {
      Map<String, String> values = new HashMap<>();
      for (String key : properties.stringPropertyNames()) {
        String value = properties.getProperty(key);
        if (key.startsWith(prefix) && value != null) {
          values.put(key, value);
        }
      }
      return values;
    }

    private Builder add(Map<String, String> values, String name, boolean isEnvironment) {
      values
          .keySet()
          .removeIf(key -> key.startsWith(isEnvironment ? "CAIRN_TEST_" : "cairn.test."));
      sources.add(new Source(values, name, isEnvironment));
      return this;
    }

    /**
     * Checks every value against {@code settings}, those of backends that are not used included.
     *
     * @throws ConfigurationException if a key is unknown, a value is bad, or two settings cannot be
     *     told apart
     */
    public Configuration build(Collection<? extends Setting<?>> settings) {
      Map<String, Setting<?>> known = index(settings);
      Map<String, Entry> entries = new HashMap<>();
      for (Source source : sources) {
        source.values.forEach(
            (name, value) -> {
              String key = source.isEnvironment ? keyOf(name, known) : name;
              Setting<?> setting = known.get(key);
              if (setting == null) {
                throw unknown(key, source.name, known);
              }
              Entry entry = new Entry(setting.isSecret() ? value : value.strip(), source.name);
              setting.parse(entry.text, entry.source);
              entries.put(key, entry);
            });
      }
      return new Configuration(Collections.unmodifiableMap(known), Map.copyOf(entries));
    }

    // Two settings that share a variable would both take a value meant for one of them.
    private static Map<String, Setting<?>> index(Collection<? extends Setting<?>> settings) {
      Map<String, Setting<?>> known = new TreeMap<>();
      Map<String, Setting<?>> byVariable = new HashMap<>();
      for (Setting<?> setting : settings) {
        if (known.putIfAbsent(setting.key(), setting) != null) {
          throw new ConfigurationException(
              "the setting %s is declared twice; give one of them another key"
                  .formatted(setting.key()));
        }
        Setting<?> other = byVariable.putIfAbsent(setting.environmentName(), setting);
        if (other != null) {
          throw new ConfigurationException(
              "the settings %s and %s are both %s in the environment; give one another key"
                  .formatted(other.key(), setting.key(), setting.environmentName()));
        }
      }
      return known;
    }

    private static String keyOf(String variable, Map<String, Setting<?>> known) {
      return known.values().stream()
          .filter(setting -> setting.environmentName().equals(variable))
          .map(Setting::key)
          .findFirst()
          .orElseThrow(() -> unknown(variable, "the environment", known));
    }

    private static ConfigurationException unknown(
        String key, String source, Map<String, Setting<?>> known) {
      return new ConfigurationException(
          "unknown setting '%s' (from %s); known are: %s"
              .formatted(key, source, String.join(", ", known.keySet())));
    }
  }
}
