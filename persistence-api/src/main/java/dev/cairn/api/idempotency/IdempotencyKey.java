package dev.cairn.api.idempotency;

/**
 * A client's key that identifies all attempts at one request. Created by a {@link KeyRule}, which
 * validates it.
 *
 * @param text the key; a UUID is in lowercase
 */
public record IdempotencyKey(String text) {
  /** Checks the text against {@link KeyRule#PATTERN}. */
  public IdempotencyKey {
    String unused = KeyRule.PATTERN.check(text);
  }

  /**
   * Whether it is a UUID of version 7, the preferred form: these sort by time and have 74 random
   * bits.
   */
  public boolean isUuidV7() {
    return KeyRule.isUuid(text) && text.charAt(14) == '7';
  }

  @Override
  public String toString() {
    return text;
  }
}
