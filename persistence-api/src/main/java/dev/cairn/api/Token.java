package dev.cairn.api;

import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/**
 * The value that a conditional write compares: 128 random bits, new with every such write.
 *
 * <p>Tokens never recur. A row whose token differs from the one that an attempt expected therefore
 * proves that the attempt can no longer be applied, even if its request is still in transit.
 *
 * @param high the first 64 bits
 * @param low the last 64 bits
 */
public record Token(long high, long low) {
  /** The size of a token, in bytes. */
  public static final int BYTES = 2 * Long.BYTES;

  /**
   * A new token. Outside tests {@code random} must be cryptographically strong and seeded by the
   * operating system: two processes must never draw the same token.
   */
  public static Token random(RandomGenerator random) {
    return new Token(random.nextLong(), random.nextLong());
  }

  /** The token with exactly these {@value #BYTES} bytes. */
  public static Token ofBytes(Bytes bytes) {
    if (bytes.length() != BYTES) {
      throw new IllegalArgumentException("a token has 16 bytes, not " + bytes.length());
    }
    ByteBuffer buffer = bytes.toByteBuffer();
    return new Token(buffer.getLong(), buffer.getLong());
  }

  /** The {@value #BYTES} bytes. */
  public Bytes toBytes() {
    return Bytes.wrap(ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array());
  }

  /** 32 hexadecimal digits. */
  @Override
  public String toString() {
    return "%016x%016x".formatted(high, low);
  }
}
