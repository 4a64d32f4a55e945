package dev.cairn.api;

/**
 * A conditional write may or may not have been applied, and may still be applied later. Reading it
 * back cannot turn this into a refusal; a retry needs an idempotency key or a look at the owner in
 * the row.
 */
public class UnknownOutcomeException extends CairnException {
  /** Says what happened and the way out. */
  public UnknownOutcomeException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public UnknownOutcomeException(String message, Throwable cause) {
    super(message, cause);
  }
}
