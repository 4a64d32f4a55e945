package dev.cairn.core.internal.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Refuses to write numbers that would not be read back unchanged: those longer than the bound on
 * reading, and decimals with a scale of 2^30 or more, whose scale Smile changes (found with
 * jackson-dataformat-smile 2.22.4).
 */
final class NumbersModule extends SimpleModule {
  /** The longest number, in bytes: converting a number to text takes quadratic time. */
  static final int MAX_NUMBER_BYTES = 1000;

  private static final int MAX_SCALE = 100_000;

  NumbersModule() {
    addSerializer(new IntegerWriter());
    addSerializer(new DecimalWriter());
  }

  private static void checkLength(BigInteger digits, SerializerProvider provider)
      throws JsonMappingException {
    int bytes = digits.bitLength() / Byte.SIZE + 1;
    if (bytes > MAX_NUMBER_BYTES) {
      throw JsonMappingException.from(
          provider,
          "a number takes %s bytes; at most %s are allowed".formatted(bytes, MAX_NUMBER_BYTES));
    }
  }

  private static final class IntegerWriter extends StdSerializer<BigInteger> {
    IntegerWriter() {
      super(BigInteger.class);
    }

    @Override
    public void serialize(BigInteger value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      checkLength(value, provider);
      out.writeNumber(value);
    }
  }

  private static final class DecimalWriter extends StdSerializer<BigDecimal> {
    DecimalWriter() {
      super(BigDecimal.class);
    }

    @Override
    public void serialize(BigDecimal value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      checkLength(value.unscaledValue(), provider);
      if (value.scale() < -MAX_SCALE || value.scale() > MAX_SCALE) {
        throw JsonMappingException.from(
            provider,
            "a decimal number has the scale %s; at most %s is allowed"
                .formatted(value.scale(), MAX_SCALE));
      }
      out.writeNumber(value);
    }
  }
}
