package dev.cairn.api;

/**
 * The database schema is missing, differs from what this release needs, or belongs to another
 * compare-and-swap domain.
 *
 * <p>The message prints what was found and what to apply.
 */
public final class SchemaMismatchException extends CairnException {
  public SchemaMismatchException(String message) {
    super(message);
  }

  public SchemaMismatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
