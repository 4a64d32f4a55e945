package dev.cairn.api.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EcmaNumbersTest {
  // Appendix B of RFC 8785.
  @ParameterizedTest
  @CsvSource({
    "0000000000000000, 0",
    "8000000000000000, 0",
    "0000000000000001, 5e-324",
    "8000000000000001, -5e-324",
    "7fefffffffffffff, 1.7976931348623157e+308",
    "ffefffffffffffff, -1.7976931348623157e+308",
    "4340000000000000, 9007199254740992",
    "c340000000000000, -9007199254740992",
    "4430000000000000, 295147905179352830000",
    "44b52d02c7e14af5, 9.999999999999997e+22",
    "44b52d02c7e14af6, 1e+23",
    "44b52d02c7e14af7, 1.0000000000000001e+23",
    "444b1ae4d6e2ef4e, 999999999999999700000",
    "444b1ae4d6e2ef4f, 999999999999999900000",
    "444b1ae4d6e2ef50, 1e+21",
    "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d, 0.000001",
    "41b3de4355555553, 333333333.3333332",
    "41b3de4355555554, 333333333.33333325",
    "41b3de4355555555, 333333333.3333333",
    "41b3de4355555556, 333333333.3333334",
    "41b3de4355555557, 333333333.33333343",
    "becbf647612f3696, -0.0000033333333333333333",
    "43143ff3c1cb0959, 1424953923781206.2",
  })
  void theNumbersOfTheRfc(String bits, String text) {
    assertEquals(
        text, EcmaNumbers.format(Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16))));
  }

  @ParameterizedTest
  @CsvSource({
    "1e-323, 1e-323",
    "1.5e-323, 1.5e-323",
    "2e-323, 2e-323",
    "2.2250738585072014e-308, 2.2250738585072014e-308",
    "2e23, 2e+23",
    "0.1, 0.1",
    "100, 100",
    "1.5, 1.5",
    "123e-20, 1.23e-18",
    "5e-7, 5e-7",
    "0.00001, 0.00001",
    "4.35, 4.35",
    "9.5e-7, 9.5e-7",
    "99, 99",
    "9.9, 9.9"
  })
  void otherNumbers(double value, String text) {
    assertEquals(text, EcmaNumbers.format(value));
  }

  @Property
  void anyDoubleHasTheFewestDigitsAndOfTheseTheNearest(@ForAll long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (i % 4 == 1) {
        // Subnormal ones have few digits, and powers of two have neighbours at two distances.
        value = Double.longBitsToDouble(random.nextLong() >>> (12 + random.nextInt(50)));
      } else if (i % 4 == 2) {
        value = Math.scalb(1.0, random.nextInt(2098) - 1074);
      }
      if (Double.isFinite(value) && value != 0) {
        assertEquals(bySearch(Math.abs(value)), digits(EcmaNumbers.format(Math.abs(value))));
      }
    }
  }

  private static BigDecimal digits(String formatted) {
    return new BigDecimal(formatted).stripTrailingZeros();
  }

  /** What the specification says, tried with one digit, two digits, and so on. */
  private static BigDecimal bySearch(double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int count = 1; ; count++) {
      BigDecimal below = exact.round(new MathContext(count, RoundingMode.DOWN));
      BigDecimal above = exact.round(new MathContext(count, RoundingMode.UP));
      boolean isBelow = below.doubleValue() == value;
      boolean isAbove = above.doubleValue() == value;
      if (isBelow && isAbove) {
        int nearer = exact.subtract(below).compareTo(above.subtract(exact));
        boolean isBelowEven = !below.unscaledValue().testBit(0);
        BigDecimal best = nearer < 0 || (nearer == 0 && isBelowEven) ? below : above;
        return best.stripTrailingZeros();
      }
      if (isBelow || isAbove) {
        return (isBelow ? below : above).stripTrailingZeros();
      }
    }
  }
}
