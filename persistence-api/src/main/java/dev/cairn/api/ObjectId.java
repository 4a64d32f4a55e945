package dev.cairn.api;

import dev.cairn.api.internal.Utf8;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The ID of an object.
 *
 * <p>It has 8 bytes (a snowflake) for immutable objects and the engine's own rows, and 32 bytes
 * (the SHA-256 of a full name) for named updateable objects.
 *
 * <p>IDs are ordered as unsigned bytes, so snowflakes are in the order in which they were made.
 */
public final class ObjectId implements Comparable<ObjectId> {
  /** The size of a snowflake, in bytes. */
  public static final int NUMBER_BYTES = Long.BYTES;

  /** The size of a hashed name, in bytes. */
  public static final int NAME_BYTES = 32;

  private final Bytes bytes;

  private ObjectId(Bytes bytes) {
    this.bytes = bytes;
  }

  /** The 8-byte ID with the number {@code id}; its top bit is reserved and must be zero. */
  public static ObjectId of(long id) {
    if (id < 0) {
      throw new IllegalArgumentException(
          "object ID " + Long.toHexString(id) + " uses the reserved top bit");
    }
    return new ObjectId(Bytes.wrap(ByteBuffer.allocate(NUMBER_BYTES).putLong(id).array()));
  }

  /**
   * The 32-byte ID of the object called {@code fullName}. The name is not recoverable from the ID,
   * so it is stored with the object and compared on every read.
   *
   * @throws IllegalArgumentException if the name is empty or not well-formed Unicode
   */
  public static ObjectId ofName(String fullName) {
    if (fullName.isEmpty()) {
      throw new IllegalArgumentException("the full name of an object is empty");
    }
    MessageDigest hash = sha256();
    hash.update(Utf8.encode("the full name of an object", fullName));
    return new ObjectId(Bytes.wrap(hash.digest()));
  }

  /** The ID with exactly these bytes, 8 or 32 of them. */
  public static ObjectId ofBytes(Bytes bytes) {
    if (bytes.length() == NUMBER_BYTES) {
      return of(bytes.toByteBuffer().getLong());
    }
    if (bytes.length() == NAME_BYTES) {
      return new ObjectId(bytes);
    }
    throw new IllegalArgumentException(
        "an object ID has 8 or 32 bytes, not " + bytes.length() + ": " + bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Whether this is the 32-byte hash of a name. */
  public boolean isName() {
    return bytes.length() == NAME_BYTES;
  }

  /** The number of an 8-byte ID. */
  public long toLong() {
    if (isName()) {
      throw new IllegalStateException("object ID " + this + " is a hashed name, not a number");
    }
    return bytes.toByteBuffer().getLong();
  }

  /** The 8 or 32 bytes. */
  public Bytes bytes() {
    return bytes;
  }

  @Override
  public int compareTo(ObjectId other) {
    return bytes.compareTo(other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectId that && bytes.equals(that.bytes);
  }

  @Override
  public int hashCode() {
    return bytes.hashCode();
  }

  /** 16 or 64 hexadecimal digits, which sort as the IDs do within one kind. */
  @Override
  public String toString() {
    return bytes.toHex();
  }
}
