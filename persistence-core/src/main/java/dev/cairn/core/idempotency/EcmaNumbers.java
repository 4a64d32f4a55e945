package dev.cairn.core.idempotency;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;

/**
 * Doubles as ECMAScript writes them ({@code Number::toString}): the fewest digits that are read as
 * the same number, and of these the nearest.
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

  // Jackson's writer (Schubfach) gives the shortest digits, but never fewer than two, as Java's
  // own rule is; Double.toString of JDK 17 sometimes gives too many.
  private static BigDecimal shortest(double value) {
    BigDecimal found = new BigDecimal(NumberOutput.toString(value, true)).stripTrailingZeros();
    if (found.precision() != 2) {
      return found;
    }
    BigDecimal unit = BigDecimal.valueOf(1, found.scale() - 1);
    BigDecimal below = found.divideToIntegralValue(unit).multiply(unit);
    BigDecimal above = below.add(unit);
    boolean isBelow = below.signum() > 0 && below.doubleValue() == value;
    boolean isAbove = above.doubleValue() == value;
    if (!isBelow && !isAbove) {
      return found;
    }
    BigDecimal exact = new BigDecimal(value);
    boolean isBelowNearer = exact.subtract(below).abs().compareTo(above.subtract(exact).abs()) <= 0;
    BigDecimal one = isBelow && (!isAbove || isBelowNearer) ? below : above;
    return one.stripTrailingZeros();
  }
}
