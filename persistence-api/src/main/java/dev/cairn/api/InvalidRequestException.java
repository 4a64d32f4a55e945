package dev.cairn.api;

/**
 * A client sent an invalid idempotency key or paging token: HTTP 400.
 *
 * <p>A key has to follow the server's {@link dev.cairn.api.idempotency.KeyRule}. A paging token is
 * invalid if it is damaged or belongs to another listing; the client has to start the listing
 * again.
 */
public final class InvalidRequestException extends CairnException {
  public InvalidRequestException(String message) {
    super(message);
  }

  public InvalidRequestException(String message, Throwable cause) {
    super(message, cause);
  }
}
