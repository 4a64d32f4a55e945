package dev.cairn.api.transfer;

import dev.cairn.api.CairnException;

/** A file is not an export, or is truncated or damaged. */
public final class InvalidExportException extends CairnException {
  public InvalidExportException(String message) {
    super(message);
  }

  public InvalidExportException(String message, Throwable cause) {
    super(message, cause);
  }
}
