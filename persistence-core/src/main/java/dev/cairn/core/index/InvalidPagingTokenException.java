package dev.cairn.core.index;

import dev.cairn.api.CairnException;

/**
 * A client continues a listing with a token that is damaged or belongs to another listing. The
 * client has to begin the listing again.
 */
public final class InvalidPagingTokenException extends CairnException {
  InvalidPagingTokenException(String message) {
    super(message);
  }

  InvalidPagingTokenException(String message, Throwable cause) {
    super(message, cause);
  }
}
