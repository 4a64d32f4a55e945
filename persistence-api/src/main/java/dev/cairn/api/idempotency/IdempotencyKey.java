package dev.cairn.api.idempotency;

/**
 * What a client sends to have all its attempts at one request known as the same. Made by a {@link
 * KeyRule}, so it is a legal one.
 *
 * @param text the key; a UUID is in lowercase
 */
public record IdempotencyKey(String text) {
  /** Checks that it could come from a rule. */
  public IdempotencyKey {
    String unused = KeyRule.PATTERN.check(text);
  }

  /**
   * Whether it is a UUID of version 7, as preferred: these sort by time, and carry 74 random bits.
   */
  public boolean isUuidV7() {
    return KeyRule.isUuid(text) && text.charAt(14) == '7';
  }

  @Override
  public String toString() {
    return text;
  }
}
