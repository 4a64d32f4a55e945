package dev.cairn.api;

/**
 * A conditional write may or may not have been applied, and may still be applied later.
 *
 * <p>Reading the row back cannot prove that it was not applied. A retry needs an idempotency key,
 * or has to check the owner recorded in the row.
 */
public class UnknownOutcomeException extends CairnException {
  public UnknownOutcomeException(String message) {
    super(message);
  }

  public UnknownOutcomeException(String message, Throwable cause) {
    super(message, cause);
  }
}
