package dev.cairn.api;

/**
 * The database could not be asked or did not answer. A conditional write that ends with this
 * exception certainly did nothing and may be tried again; a bulk write or delete may have been done
 * in part and may be repeated as it was; a read may be repeated.
 */
public final class BackendUnavailableException extends CairnException {
  /** Says what happened and the way out. */
  public BackendUnavailableException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public BackendUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
