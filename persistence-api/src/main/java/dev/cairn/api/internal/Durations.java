package dev.cairn.api.internal;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Durations as text and as numbers.
 *
 * <p>Conversions to numbers saturate: a caller may pass a duration that no {@code long} holds in
 * nanoseconds or microseconds, meaning "without limit".
 */
public final class Durations {
  /** The form of durations in text, for messages and help. */
  public static final String FORM = "such as 30s, 1h, 7d or PT1H30M";

  private static final Pattern SHORT =
      Pattern.compile(
          "(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long MICROS_PER_SECOND = 1_000_000;

  private Durations() {}

  /**
   * Parses {@code text}: days, hours, minutes, seconds and milliseconds in this order, each a whole
   * number with its unit ({@code 1h30m}, {@code 250ms}), or ISO-8601.
   *
   * @throws DateTimeParseException if it has neither form
   */
  public static Duration parse(String text) {
    Matcher parts = SHORT.matcher(text.toLowerCase(Locale.ROOT));
    if (text.isEmpty() || !parts.matches()) {
      return Duration.parse(text);
    }
    return Duration.ofDays(number(parts.group(1)))
        .plusHours(number(parts.group(2)))
        .plusMinutes(number(parts.group(3)))
        .plusSeconds(number(parts.group(4)))
        .plusMillis(number(parts.group(5)));
  }

  private static long number(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  /** {@code duration} in nanoseconds, saturated to the range of {@code long}. */
  public static long nanos(Duration duration) {
    return saturated(duration, NANOS_PER_SECOND);
  }

  /** {@code duration} in whole microseconds, saturated to the range of {@code long}. */
  public static long micros(Duration duration) {
    return saturated(duration, MICROS_PER_SECOND);
  }

  /** The time {@code duration} after {@code micros}, saturated to the range of {@code long}. */
  public static long after(long micros, Duration duration) {
    long more = micros(duration);
    long sum = micros + more;
    boolean isOverflow = ((micros ^ sum) & (more ^ sum)) < 0;
    return isOverflow ? bound(more) : sum;
  }

  /** How many microseconds are left until {@code end}, or 0 if it is over. */
  public static long left(long micros, long end) {
    if (end <= micros) {
      return 0;
    }
    long left = end - micros;
    return left < 0 ? Long.MAX_VALUE : left;
  }

  private static long saturated(Duration duration, long perSecond) {
    long fraction = duration.toNanosPart() / (NANOS_PER_SECOND / perSecond);
    try {
      return Math.addExact(Math.multiplyExact(duration.toSeconds(), perSecond), fraction);
    } catch (ArithmeticException e) {
      return bound(duration.toSeconds());
    }
  }

  private static long bound(long sign) {
    return sign < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }
}
