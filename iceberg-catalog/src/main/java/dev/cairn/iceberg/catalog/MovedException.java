package dev.cairn.iceberg.catalog;

/** What a commit was planned on has changed; nothing is applied, and it is planned again. */
final class MovedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MovedException(Object name) {
    super(name + " has changed since the commit was planned", null, false, false);
  }
}
