package dev.cairn.iceberg.catalog;

/** The deletion of the files of a dropped entity was ended by another process. */
final class PurgeOverException extends RuntimeException {
  private static final long serialVersionUID = 1;

  PurgeOverException(DroppedEntity.Details purged) {
    super("the purge of " + purged.identifier() + " was ended by another process");
  }
}
