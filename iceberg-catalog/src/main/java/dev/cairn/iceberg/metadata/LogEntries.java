package dev.cairn.iceberg.metadata;

import java.util.List;
import org.apache.iceberg.HistoryEntry;
import org.apache.iceberg.TableMetadata.MetadataLogEntry;

/** Entries of logs as Iceberg writes them in JSON. */
final class LogEntries {
  private LogEntries() {}

  static List<String> ofSnapshots(List<HistoryEntry> entries) {
    return entries.stream()
        .map(
            entry ->
                "{\"timestamp-ms\":"
                    + entry.timestampMillis()
                    + ",\"snapshot-id\":"
                    + entry.snapshotId()
                    + "}")
        .toList();
  }

  static List<String> ofFiles(List<MetadataLogEntry> entries) {
    return entries.stream()
        .map(
            entry ->
                "{\"timestamp-ms\":"
                    + entry.timestampMillis()
                    + ",\"metadata-file\":\""
                    + JsonFields.escaped(entry.file())
                    + "\"}")
        .toList();
  }
}
