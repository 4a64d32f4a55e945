package dev.cairn.api.transfer;

import dev.cairn.api.CairnException;

/** A file is not an export, or is one that was cut short or damaged. */
public final class InvalidExportException extends CairnException {
  public InvalidExportException(String message) {
    super(message);
  }

  public InvalidExportException(String message, Throwable cause) {
    super(message, cause);
  }
}
