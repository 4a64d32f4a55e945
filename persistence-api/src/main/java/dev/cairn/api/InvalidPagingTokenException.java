package dev.cairn.api;

/**
 * A client continues a listing with a token that is damaged or belongs to another listing. The
 * client has to begin the listing again.
 */
public final class InvalidPagingTokenException extends CairnException {
  public InvalidPagingTokenException(String message) {
    super(message);
  }

  public InvalidPagingTokenException(String message, Throwable cause) {
    super(message, cause);
  }
}
