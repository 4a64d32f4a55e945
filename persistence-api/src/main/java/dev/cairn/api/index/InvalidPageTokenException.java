package dev.cairn.api.index;

import dev.cairn.api.CairnException;

/**
 * A page token is truncated, modified, of another release, or of another listing: HTTP 400.
 *
 * <p>The message names what differs. The client has to send the token of its own listing, or start
 * the listing again.
 */
public final class InvalidPageTokenException extends CairnException {
  public InvalidPageTokenException(String message) {
    super(message);
  }

  public InvalidPageTokenException(String message, Throwable cause) {
    super(message, cause);
  }
}
