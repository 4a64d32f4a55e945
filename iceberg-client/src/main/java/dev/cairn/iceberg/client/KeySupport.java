package dev.cairn.iceberg.client;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * What a server says about keys in {@code GET /v1/config}.
 *
 * @param lifetime how long it remembers a key after the first request with it; empty if it supports
 *     none
 */
public record KeySupport(Optional<Duration> lifetime) {
  /** A server that supports no keys. */
  public static final KeySupport NONE = new KeySupport(Optional.empty());

  private static final String FIELD = "idempotency-key-lifetime";

  /**
   * Reads the answer to {@code GET /v1/config}. A lifetime that is missing, not at the top level,
   * not an ISO-8601 duration or not positive means that there is no support.
   */
  public static KeySupport of(String config) {
    return new TopLevelText(config)
        .find(FIELD)
        .flatMap(KeySupport::parse)
        .map(lifetime -> new KeySupport(Optional.of(lifetime)))
        .orElse(NONE);
  }

  private static Optional<Duration> parse(String text) {
    try {
      return Optional.of(Duration.parse(text))
          .filter(found -> !found.isNegative() && !found.isZero());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
