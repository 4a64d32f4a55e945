package dev.cairn.api;

/**
 * The database's tables are missing or differ from what this release needs, or belong to another
 * compare-and-swap domain. The message prints what was found and what to apply.
 */
public final class SchemaMismatchException extends CairnException {
  /** Says what happened and the way out. */
  public SchemaMismatchException(String message) {
    super(message);
  }

  /** The same, with the failure that led to it. */
  public SchemaMismatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
