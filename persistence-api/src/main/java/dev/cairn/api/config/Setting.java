package dev.cairn.api.config;

import dev.cairn.api.ConfigurationException;
import dev.cairn.api.internal.Durations;
import dev.cairn.api.internal.Utf8;
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
 * A setting: its key, the form of its value, its default and its purpose.
 *
 * @param <T> the type of the value
 */
public final class Setting<T> {
  private static final Pattern KEY = Pattern.compile("cairn(\\.[a-z0-9]+(-[a-z0-9]+)*)+");

  // The engine adds durations in nanoseconds; a long holds 292 years of them.
  private static final Duration LONGEST = Duration.ofDays(36_525);

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
      throw new IllegalArgumentException(
          "'" + key + "' does not have the form cairn.some-area.name");
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

  /** A setting with any non-empty text. */
  public static Setting<String> text(String key, String description) {
    return of(key, "text", description, text -> Utf8.checked(key, refuseIf(text.isEmpty(), text)));
  }

  /** A setting with the path of a file or directory. */
  public static Setting<Path> path(String key, String description) {
    return of(key, "a path", description, text -> Path.of(refuseIf(text.isEmpty(), text)));
  }

  /** A setting with the value {@code true} or {@code false}. */
  public static Setting<Boolean> flag(String key, String description) {
    return of(
        key,
        "true or false",
        description,
        text -> refuseIf(!text.equals("true") && !text.equals("false"), text).equals("true"));
  }

  /** A setting with a whole number from {@code least} to {@code most}. */
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

  /** A setting with a duration of up to 100 years, such as {@code PT30S} or {@code 30s}. */
  public static Setting<Duration> duration(String key, String description) {
    return duration(key, "zero to 100 years", Duration.ZERO, LONGEST, description);
  }

  /** A setting with a duration from {@code least} to {@code most}. */
  public static Setting<Duration> duration(
      String key, Duration least, Duration most, String description) {
    return duration(key, least + " to " + most, least, most, description);
  }

  private static Setting<Duration> duration(
      String key, String range, Duration least, Duration most, String description) {
    return of(
        key,
        "a duration from " + range + ", " + Durations.FORM,
        description,
        text -> {
          Duration duration = Durations.parse(text);
          refuseIf(duration.compareTo(least) < 0 || duration.compareTo(most) > 0, text);
          return duration;
        });
  }

  /** A setting with a size in bytes: {@code 4096}, {@code 128k}, {@code 64m}, {@code 1g}. */
  public static Setting<Long> size(String key, String description) {
    return of(key, "a size in bytes, such as 4096, 128k, 64m or 1g", description, Setting::toBytes);
  }

  /** A setting with a size in bytes from {@code least} to {@code most}, such as {@code 64k}. */
  public static Setting<Long> size(String key, String least, String most, String description) {
    return of(
        key,
        "a size in bytes from %s to %s".formatted(least, most),
        description,
        text -> {
          long bytes = toBytes(text);
          refuseIf(bytes < toBytes(least) || bytes > toBytes(most), text);
          return bytes;
        });
  }

  /** A setting with a constant of {@code type}, in lowercase with dashes. */
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

  /**
   * The bytes of a size such as {@code 4096}, {@code 128k}, {@code 64m} or {@code 1g}.
   *
   * @throws IllegalArgumentException if it is none
   * @throws ArithmeticException if it is too large
   */
  public static long toBytes(String text) {
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

  /** This setting with {@code text} as its default. */
  public Setting<T> withDefault(String text) {
    return new Setting<>(key, form, description, parser, Optional.of(text), secret);
  }

  /** This setting as a secret, whose value is never shown. */
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

  /** The form of a value, for messages. */
  public String form() {
    return form;
  }

  /** The purpose, in one sentence. */
  public String description() {
    return description;
  }

  /** The text of the default, if there is one. */
  public Optional<String> defaultText() {
    return defaultText;
  }

  /** Whether the value must not be shown. */
  public boolean isSecret() {
    return secret;
  }

  /** {@code text} in quotes, or a placeholder for a secret. */
  String show(String text) {
    return secret ? "(hidden)" : "'" + text + "'";
  }

  /** Parses {@code text}; messages name {@code source} as its origin. */
  T parse(String text, String source) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      // No cause for secrets: it could repeat the value.
      String message = "%s = %s (from %s) is not %s".formatted(key, show(text), source, form);
      throw secret ? new ConfigurationException(message) : new ConfigurationException(message, e);
    }
  }

  @Override
  public String toString() {
    return key;
  }
}
