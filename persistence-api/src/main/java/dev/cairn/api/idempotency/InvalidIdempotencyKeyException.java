package dev.cairn.api.idempotency;

import dev.cairn.api.CairnException;

/** A client sent an idempotency key that the server's rule does not allow: HTTP 400. */
public final class InvalidIdempotencyKeyException extends CairnException {
  /** Says which rule it breaks. */
  public InvalidIdempotencyKeyException(String message) {
    super(message);
  }
}
