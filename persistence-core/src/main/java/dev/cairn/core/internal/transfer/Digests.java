package dev.cairn.core.internal.transfer;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Checksums of whole files. */
final class Digests {
  private Digests() {}

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
