package dev.cairn.api;

/**
 * A client sent an invalid idempotency key: HTTP 400.
 *
 * <p>A key has to follow the server's {@link dev.cairn.api.idempotency.KeyRule}.
 */
public final class InvalidRequestException extends CairnException {
  public InvalidRequestException(String message) {
    super(message);
  }

  public InvalidRequestException(String message, Throwable cause) {
    super(message, cause);
  }
}
