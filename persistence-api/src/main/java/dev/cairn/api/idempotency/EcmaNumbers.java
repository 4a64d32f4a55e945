package dev.cairn.api.idempotency;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * Doubles as ECMAScript writes them ({@code Number::toString}).
 *
 * <p>The text has the fewest digits that read as the same double, and of these the nearest.
 */
final class EcmaNumbers {
  private static final int MOST_INTEGER_DIGITS = 21;
  private static final int MOST_LEADING_ZEROES = 6;

  private EcmaNumbers() {}

  static String format(double value) {
    if (value == 0) {
      return "0"; // also for minus zero
    }
    String sign = value < 0 ? "-" : "";
    BigDecimal shortest = shortest(Math.abs(value));
    String digits = shortest.unscaledValue().toString();
    // The value is 0.digits times ten to the power of this.
    int point = digits.length() - shortest.scale();
    return sign + arrange(digits, point);
  }

  private static String arrange(String digits, int point) {
    int count = digits.length();
    if (count <= point && point <= MOST_INTEGER_DIGITS) {
      return digits + "0".repeat(point - count);
    }
    if (0 < point && point <= MOST_INTEGER_DIGITS) {
      return digits.substring(0, point) + "." + digits.substring(point);
    }
    if (-MOST_LEADING_ZEROES < point && point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    int exponent = point - 1;
    String fraction = count == 1 ? "" : "." + digits.substring(1);
    return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
  }

  // Double.toString of JDK 17 sometimes gives too many digits, or not the nearest ones, but never
  // too few. A decimal of n digits that reads as the value exists for every n from the shortest on,
  // so that the search goes down from there and ends early.
  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    BigDecimal found = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    for (int digits = found.precision(); digits > 0; digits--) {
      Optional<BigDecimal> nearest = nearest(exact, value, digits);
      if (nearest.isEmpty()) {
        break;
      }
      found = nearest.get();
    }
    return found.stripTrailingZeros();
  }

  // At powers of two the gap below is half the gap above: the nearest decimal below may not read as
  // the value although a farther one above does.
  private static Optional<BigDecimal> nearest(BigDecimal exact, double value, int digits) {
    BigDecimal below = exact.round(new MathContext(digits, RoundingMode.DOWN));
    BigDecimal above = exact.round(new MathContext(digits, RoundingMode.UP));
    boolean isBelow = below.doubleValue() == value;
    boolean isAbove = above.doubleValue() == value;
    if (isBelow && isAbove) {
      int order = exact.subtract(below).compareTo(above.subtract(exact));
      boolean isBelowEven = !below.unscaledValue().testBit(0);
      return Optional.of(order < 0 || (order == 0 && isBelowEven) ? below : above);
    }
    return isBelow ? Optional.of(below) : isAbove ? Optional.of(above) : Optional.empty();
  }
}
