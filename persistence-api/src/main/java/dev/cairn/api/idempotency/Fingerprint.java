package dev.cairn.api.idempotency;

import dev.cairn.api.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fingerprint of a payload: a SHA-256, or none if only keys are compared.
 *
 * <p>A repeated key with another fingerprint is a conflict.
 */
public final class Fingerprint {
  private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");
  private static final Fingerprint NONE = new Fingerprint(null);

  private final @Nullable String hex;

  private Fingerprint(@Nullable String hex) {
    this.hex = hex;
  }

  /** No fingerprint, which matches every other. */
  public static Fingerprint none() {
    return NONE;
  }

  /** The fingerprint of the bytes of {@code payload}. */
  public static Fingerprint ofBytes(Bytes payload) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(payload.toByteBuffer());
      return new Fingerprint(HexFormat.of().formatHex(digest.digest()));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Parses 64 lowercase hexadecimal digits. */
  public static Fingerprint ofHex(String hex) {
    if (!SHA_256.matcher(hex).matches()) {
      throw new IllegalArgumentException(
          "a fingerprint has 64 hexadecimal digits in lowercase, not '" + hex + "'");
    }
    return new Fingerprint(hex);
  }

  /** The 64 digits, if there is a fingerprint. */
  public Optional<String> hex() {
    return Optional.ofNullable(hex);
  }

  /**
   * Whether both may belong to the same payload. Compares in constant time, so that timing reveals
   * nothing about another client's payload.
   */
  public boolean matches(Fingerprint other) {
    String mine = hex;
    String others = other.hex;
    return mine == null
        || others == null
        || MessageDigest.isEqual(
            mine.getBytes(StandardCharsets.US_ASCII), others.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that && hex().equals(that.hex());
  }

  @Override
  public int hashCode() {
    return hex().hashCode();
  }

  @Override
  public String toString() {
    return hex().orElse("none");
  }
}
