package dev.cairn.api.transfer;

import dev.cairn.api.CairnException;

/** The target database is not ready for an import. The import made nothing visible. */
public final class ImportRefusedException extends CairnException {
  public ImportRefusedException(String message) {
    super(message);
  }
}
