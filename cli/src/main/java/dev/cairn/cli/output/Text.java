package dev.cairn.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/** Values as people read them. */
public final class Text {
  private static final String NOTHING = "-";

  private Text() {}

  /** {@code value} in one line. */
  public static String of(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.map(Text::of).orElse(NOTHING);
    } else if (value instanceof OptionalLong optional) {
      return optional.isPresent() ? of(optional.getAsLong()) : NOTHING;
    } else if (value instanceof Long || value instanceof Integer) {
      return String.format(Locale.ROOT, "%,d", ((Number) value).longValue());
    } else if (value instanceof Double number) {
      return String.format(Locale.ROOT, "%,.1f", number);
    } else if (value instanceof Boolean flag) {
      return flag ? "yes" : "no";
    } else if (value instanceof Instant instant) {
      return instant.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ');
    } else if (value instanceof Duration duration) {
      return of(duration);
    } else if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> visible(entry.getKey().toString()) + "=" + of(entry.getValue()))
          .sorted()
          .collect(Collectors.collectingAndThen(Collectors.joining(", "), Text::orNothing));
    } else if (value instanceof Collection<?> list) {
      return list.stream()
          .map(Text::of)
          .collect(Collectors.collectingAndThen(Collectors.joining(", "), Text::orNothing));
    } else if (value instanceof JsonNode node) {
      return visible(node.toString());
    }
    return orNothing(visible(value.toString()));
  }

  private static String orNothing(String text) {
    return text.isEmpty() ? NOTHING : text;
  }

  /** A duration such as {@code 2d 3h}, {@code 1m 12s} or {@code 3.14 ms}. */
  public static String of(Duration duration) {
    long seconds = duration.abs().toSeconds();
    String sign = duration.isNegative() ? "-" : "";
    if (seconds < 10) {
      double millis = duration.abs().toNanos() / 1e6;
      return sign
          + (millis >= 1_000
              ? String.format(Locale.ROOT, "%.2fs", millis / 1_000)
              : String.format(Locale.ROOT, "%.2fms", millis));
    }
    if (seconds < 60) {
      return sign + seconds + "s";
    } else if (seconds < 3_600) {
      return sign + pair(seconds / 60, "m", seconds % 60, "s");
    } else if (seconds < 86_400) {
      return sign + pair(seconds / 3_600, "h", seconds / 60 % 60, "m");
    }
    return sign + pair(seconds / 86_400, "d", seconds / 3_600 % 24, "h");
  }

  private static String pair(long first, String firstUnit, long second, String secondUnit) {
    return first + firstUnit + (second == 0 ? "" : " " + second + secondUnit);
  }

  /** The words of a name in camel case. */
  static String words(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
  }

  /**
   * {@code text} in one line, with escapes for what would move the cursor, color the rest of a
   * terminal or turn the direction of writing.
   */
  public static String visible(String text) {
    return visible(text, Text::isControl);
  }

  /** The same for text that may have several lines, and tabs in them. */
  public static String visibleLines(String text) {
    return visible(text, unit -> isControl(unit) && unit != '\n' && unit != '\t');
  }

  private static String visible(String text, IntPredicate isHidden) {
    if (text.chars().noneMatch(isHidden)) {
      return text;
    }
    return text.chars()
        .mapToObj(
            unit ->
                isHidden.test(unit)
                    ? String.format(Locale.ROOT, "\\u%04x", unit)
                    : Character.toString((char) unit))
        .collect(Collectors.joining());
  }

  // The first and second range turn the direction of writing, the last one begins a new line.
  private static boolean isControl(int unit) {
    return Character.isISOControl(unit)
        || (unit >= 0x202a && unit <= 0x202e)
        || (unit >= 0x2066 && unit <= 0x2069)
        || unit == 0x2028
        || unit == 0x2029;
  }
}
