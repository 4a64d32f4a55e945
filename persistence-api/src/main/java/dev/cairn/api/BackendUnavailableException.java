package dev.cairn.api;

/**
 * The database could not be reached or did not answer.
 *
 * <p>A conditional write that throws this had no effect and may be retried. A bulk write or delete
 * may have been applied in part and may be repeated unchanged. A read may be repeated.
 */
public final class BackendUnavailableException extends CairnException {
  public BackendUnavailableException(String message) {
    super(message);
  }

  public BackendUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
