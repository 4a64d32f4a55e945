package dev.cairn.api.config;

import dev.cairn.api.ConfigurationException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One thing that can be configured: its key, how its text is read, its default and what it is for.
 *
 * @param <T> what the text is read as
 */
public final class Setting<T> {
  private static final Pattern KEY = Pattern.compile("cairn(\\.[a-z0-9]+(-[a-z0-9]+)*)+");

  private final String key;
  private final String form;
  private final String description;
  private final Function<String, T> parser;
  private final Optional<String> defaultText;
  private final boolean secret;

  private Setting(
      String key,
      String form,
      String description,
      Function<String, T> parser,
      Optional<String> defaultText,
      boolean secret) {
    if (!KEY.matcher(key).matches()) {
      throw new IllegalArgumentException("'" + key + "' is not of the form cairn.some-area.name");
    }
    this.key = key;
    this.form = form;
    this.description = description;
    this.parser = parser;
    this.defaultText = defaultText;
    this.secret = secret;
  }

  private static <T> Setting<T> of(
      String key, String form, String description, Function<String, T> parser) {
    return new Setting<>(key, form, description, parser, Optional.empty(), false);
  }

  /** A setting that is any text but an empty one. */
  public static Setting<String> text(String key, String description) {
    return of(key, "text", description, text -> refuseIf(text.isEmpty(), text));
  }

  /** A setting that is a file or directory. */
  public static Setting<Path> path(String key, String description) {
    return of(key, "a path", description, text -> Path.of(refuseIf(text.isEmpty(), text)));
  }

  /** A setting that is {@code true} or {@code false}. */
  public static Setting<Boolean> flag(String key, String description) {
    return of(
        key,
        "true or false",
        description,
        text -> refuseIf(!text.equals("true") && !text.equals("false"), text).equals("true"));
  }

  /** A setting that is a whole number from {@code least} to {@code most}. */
  public static Setting<Integer> number(String key, int least, int most, String description) {
    return of(
        key,
        "a whole number from " + least + " to " + most,
        description,
        text -> {
          int number = Integer.parseInt(text);
          refuseIf(number < least || number > most, text);
          return number;
        });
  }

  /** A setting that is a duration of zero or more in ISO-8601, such as {@code PT30S}. */
  public static Setting<Duration> duration(String key, String description) {
    return of(
        key,
        "an ISO-8601 duration of zero or more, such as PT30S or PT1H",
        description,
        text -> {
          Duration duration = Duration.parse(text);
          refuseIf(duration.isNegative(), text);
          return duration;
        });
  }

  /** A setting that is a number of bytes: {@code 4096}, {@code 128k}, {@code 64m}, {@code 1g}. */
  public static Setting<Long> size(String key, String description) {
    return of(key, "a size in bytes, such as 4096, 128k, 64m or 1g", description, Setting::toBytes);
  }

  /** A setting that is one of the constants of {@code type}, in lowercase with dashes. */
  public static <E extends Enum<E>> Setting<E> choice(
      String key, Class<E> type, String description) {
    String names =
        Arrays.stream(type.getEnumConstants())
            .map(Setting::kebab)
            .collect(Collectors.joining(", "));
    return of(
        key,
        "one of: " + names,
        description,
        text ->
            Arrays.stream(type.getEnumConstants())
                .filter(constant -> kebab(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text)));
  }

  private static String kebab(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String refuseIf(boolean bad, String text) {
    if (bad) {
      throw new IllegalArgumentException(text);
    }
    return text;
  }

  private static long toBytes(String text) {
    int shift =
        switch (text.isEmpty() ? ' ' : Character.toLowerCase(text.charAt(text.length() - 1))) {
          case 'k' -> 10;
          case 'm' -> 20;
          case 'g' -> 30;
          default -> 0;
        };
    String digits = shift == 0 ? text : text.substring(0, text.length() - 1);
    refuseIf(digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9'), text);
    return Math.multiplyExact(Long.parseLong(digits), 1L << shift);
  }

  /** This setting, read from {@code text} where nothing is configured. */
  public Setting<T> withDefault(String text) {
    return new Setting<>(key, form, description, parser, Optional.of(text), secret);
  }

  /** This setting as one whose value is never shown. */
  public Setting<T> asSecret() {
    return new Setting<>(key, form, description, parser, defaultText, true);
  }

  /** The key, such as {@code cairn.rocksdb.path}. */
  public String key() {
    return key;
  }

  /** The name of the environment variable for it, such as {@code CAIRN_ROCKSDB_PATH}. */
  public String environmentName() {
    return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** What a value looks like. */
  public String form() {
    return form;
  }

  /** What it is for, in one sentence. */
  public String description() {
    return description;
  }

  /** The text of its default, if it has one. */
  public Optional<String> defaultText() {
    return defaultText;
  }

  /** Whether its value must not be shown. */
  public boolean isSecret() {
    return secret;
  }

  /** {@code text} as messages may show it. */
  String show(String text) {
    return secret ? "(hidden)" : "'" + text + "'";
  }

  /** Reads {@code text}, which came from {@code source}. */
  T parse(String text, String source) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      // The cause is left out where it could repeat a secret.
      String message = "%s = %s (from %s) is not %s".formatted(key, show(text), source, form);
      throw secret ? new ConfigurationException(message) : new ConfigurationException(message, e);
    }
  }

  @Override
  public String toString() {
    return key;
  }
}
