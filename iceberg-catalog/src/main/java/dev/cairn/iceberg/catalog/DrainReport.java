package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;

/**
 * What a drain of dropped tables and views has done so far.
 *
 * @param released entities that ended without a deletion of files
 * @param purged entities that ended after their files were deleted
 * @param deletedFiles files that were deleted
 * @param keptFiles files below the places of purged entities that were left, because they belong to
 *     others too, or their names cannot be accessed
 */
public record DrainReport(long released, long purged, long deletedFiles, long keptFiles) {
  static final DrainReport EMPTY = new DrainReport(0, 0, 0, 0);

  /** The stored form, as a checkpoint or result of a task. */
  String toText() {
    return StoredJson.write(this).toUtf8();
  }

  /** Reads a report back from the checkpoint or result of a task. */
  public static DrainReport ofText(String text) {
    return StoredJson.read(DrainReport.class, Bytes.ofUtf8(text));
  }

  DrainReport plusReleased() {
    return new DrainReport(released + 1, purged, deletedFiles, keptFiles);
  }

  DrainReport plusPurged() {
    return new DrainReport(released, purged + 1, deletedFiles, keptFiles);
  }

  DrainReport plusFiles(long deleted, long kept) {
    return new DrainReport(released, purged, deletedFiles + deleted, keptFiles + kept);
  }
}
