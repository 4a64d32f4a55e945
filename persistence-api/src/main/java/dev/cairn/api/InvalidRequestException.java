package dev.cairn.api;

/**
 * A client sent an idempotency key or a page token that cannot be used: HTTP 400.
 *
 * <p>A key has to follow the server's {@link dev.cairn.api.idempotency.KeyRule}. A page token is
 * refused if it is truncated, modified, of another release, or of another listing: the client sends
 * the token of its own listing, or starts the listing again.
 */
public final class InvalidRequestException extends CairnException {
  public InvalidRequestException(String message) {
    super(message);
  }

  public InvalidRequestException(String message, Throwable cause) {
    super(message, cause);
  }
}
