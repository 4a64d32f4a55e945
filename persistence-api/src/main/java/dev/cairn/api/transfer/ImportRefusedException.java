package dev.cairn.api.transfer;

import dev.cairn.api.CairnException;

/** A database is not ready for an import, which made nothing visible. The message says why. */
public final class ImportRefusedException extends CairnException {
  public ImportRefusedException(String message) {
    super(message);
  }
}
