package dev.cairn.iceberg.server;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a process and the tool beside it share, so that each knows the other: the tool sends it with
 * commands, and before that the server proves that it has it. Its text is in no log and no message.
 */
public final class CommandSecret {
  private static final int BYTES = 32;
  private static final String ALGORITHM = "HmacSHA256";

  private final String text;

  private CommandSecret(String text) {
    this.text = text;
  }

  /** A new one. */
  public static CommandSecret create() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new CommandSecret(HexFormat.of().formatHex(bytes));
  }

  /** The one that {@link #text} showed. */
  public static CommandSecret of(String text) {
    return new CommandSecret(text);
  }

  /** The secret itself, for the header of a command and the file that only its owner can read. */
  public String text() {
    return text;
  }

  /** Whether {@code given} is this secret. Takes as long for a wrong one as for the right one. */
  public boolean matches(String given) {
    return MessageDigest.isEqual(bytes(text), bytes(given));
  }

  /** What only a process that has the secret can answer to {@code challenge}. */
  public String proof(String challenge) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(bytes(text), ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(bytes(challenge)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "(hidden)";
  }
}
