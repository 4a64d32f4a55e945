package dev.cairn.api.config;

import dev.cairn.api.ConfigurationException;
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
 * The validated settings of a process.
 *
 * <p>Later sources override earlier ones; the usual order is a properties file, the environment,
 * system properties, explicit values. Every key that begins with {@code cairn.} has to be a known
 * setting, except those that begin with {@code cairn.test.}, which are reserved for tests. An
 * unknown environment variable that begins with {@code CAIRN_} only causes a {@linkplain
 * #warnings() warning}: orchestrators add their own, such as {@code CAIRN_SERVICE_HOST} for a
 * service called cairn.
 */
public final class Configuration {
  private static final char REPLACEMENT = '\uFFFD';

  private final Map<String, Setting<?>> known;
  private final Map<String, Entry> entries;
  private final List<String> warnings;

  private record Entry(String text, String source) {}

  // Environment variables map to keys only once the settings are known.
  private record Source(Map<String, String> values, String name, boolean isEnvironment) {}

  private Configuration(
      Map<String, Setting<?>> known, Map<String, Entry> entries, List<String> warnings) {
    this.known = known;
    this.entries = entries;
    this.warnings = warnings;
  }

  /** Creates a builder without any values. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The value of {@code setting}, or its default.
   *
   * @throws ConfigurationException if neither is set
   */
  public <T> T get(Setting<T> setting) {
    return find(setting)
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "%s is not set but required: %s (%s). Set it in the properties file, as a system"
                            .formatted(setting.key(), setting.description(), setting.form())
                        + " property or as "
                        + setting.environmentName()
                        + " in the environment"));
  }

  /** The value of {@code setting}, or its default; empty if neither is set. */
  public <T> Optional<T> find(Setting<T> setting) {
    if (!known.containsKey(setting.key())) {
      throw new IllegalArgumentException("the setting " + setting + " was not declared as known");
    }
    Entry entry = entries.get(setting.key());
    return entry != null
        ? Optional.of(setting.parse(entry.text, entry.source))
        : setting.defaultText().map(text -> setting.parse(text, "the default"));
  }

  /** The configured values by key, with secrets hidden, for display. */
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

  /** Where the values of {@link #describe} come from, by key. */
  public Map<String, String> origins() {
    Map<String, String> shown = new TreeMap<>();
    for (String key : describe().keySet()) {
      Entry entry = entries.get(key);
      shown.put(key, entry == null ? "default" : entry.source);
    }
    return shown;
  }

  /** {@code text}, such as the message of a driver, with the values of secrets hidden. */
  public String withoutSecrets(String text) {
    String shown = text;
    for (Setting<?> setting : known.values()) {
      Entry entry = entries.get(setting.key());
      if (setting.isSecret() && entry != null && !entry.text.isEmpty()) {
        shown = shown.replace(entry.text, "(hidden)");
      }
    }
    return shown;
  }

  /** What was ignored, one sentence each, for operators. */
  public List<String> warnings() {
    return warnings;
  }

  @Override
  public String toString() {
    return describe().toString();
  }

  /** Collects values; later calls override earlier ones. */
  public static final class Builder {
    private final List<Source> sources = new ArrayList<>();

    private Builder() {}

    /** Adds a value. */
    public Builder set(String key, String value) {
      return set(key, value, "the program");
    }

    /**
     * Adds a value.
     *
     * @param origin where it comes from, for messages about it
     */
    public Builder set(String key, String value, String origin) {
      return add(new HashMap<>(Map.of(key, value)), origin, false);
    }

    /** Adds all entries of a properties file in UTF-8. */
    public Builder file(Path file) {
      Properties properties = PropertiesFile.read(file);
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
     * Validates all values against {@code settings}, including those of unused backends.
     *
     * @throws ConfigurationException if a key is unknown, a value is bad or cannot be decoded, or
     *     two settings share a key or an environment variable
     */
    public Configuration build(Collection<? extends Setting<?>> settings) {
      Map<String, Setting<?>> known = index(settings);
      Map<String, Entry> entries = new HashMap<>();
      List<String> warnings = new ArrayList<>();
      for (Source source : sources) {
        for (Map.Entry<String, String> each : new TreeMap<>(source.values).entrySet()) {
          String name = each.getKey();
          Optional<Setting<?>> setting = find(name, source.isEnvironment, known);
          if (setting.isPresent()) {
            entries.put(setting.get().key(), check(setting.get(), each.getValue(), source.name));
          } else if (source.isEnvironment) {
            warnings.add(UnknownSetting.inEnvironment(name, known.values()));
          } else {
            throw new ConfigurationException(UnknownSetting.of(name, source.name, known.keySet()));
          }
        }
      }
      return new Configuration(
          Collections.unmodifiableMap(known), Map.copyOf(entries), List.copyOf(warnings));
    }

    private static Optional<Setting<?>> find(
        String name, boolean isVariable, Map<String, Setting<?>> known) {
      return isVariable
          ? known.values().stream()
              .filter(setting -> setting.environmentName().equals(name))
              .findFirst()
              .map(setting -> setting)
          : Optional.ofNullable(known.get(name));
    }

    private static Entry check(Setting<?> setting, String value, String source) {
      // Java's replacement for bytes of arguments and variables that the locale cannot decode.
      if (value.indexOf(REPLACEMENT) >= 0) {
        throw new ConfigurationException(
            "%s (from %s) has bytes that the locale of the process cannot decode; write it in UTF-8, and"
                    .formatted(setting.key(), source)
                + " set LC_ALL to a locale with UTF-8, such as C.UTF-8");
      }
      Entry entry = new Entry(setting.isSecret() ? value : value.strip(), source);
      var unused = setting.parse(entry.text, entry.source);
      return entry;
    }

    // Two settings that share a variable would both take the value.
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
  }
}
