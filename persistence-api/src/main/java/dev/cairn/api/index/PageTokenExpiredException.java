package dev.cairn.api.index;

import dev.cairn.api.CairnException;

/**
 * The state that a page token continues is no longer retained: HTTP 400 or 410.
 *
 * <p>The client has to start the listing again, which then shows a newer state.
 */
public final class PageTokenExpiredException extends CairnException {
  public PageTokenExpiredException(String message) {
    super(message);
  }

  public PageTokenExpiredException(String message, Throwable cause) {
    super(message, cause);
  }
}
