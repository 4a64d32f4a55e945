package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.LogEntry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * One commit of a catalog, for consumers that follow its log.
 *
 * @param id the position in the log
 * @param time when it was made
 * @param message what it did, in words
 * @param attributes the operation and what else the catalog recorded
 * @param namespaces the namespaces that it created, changed or removed
 * @param contents the tables and views that it created, changed or removed
 */
public record CatalogChange(
    String id,
    Instant time,
    String message,
    Map<String, String> attributes,
    List<Namespace> namespaces,
    List<TableIdentifier> contents) {
  /** The change that an entry of the store's log describes. */
  public static CatalogChange of(LogEntry entry) {
    return new CatalogChange(
        entry.id().toString(),
        entry.time(),
        entry.message(),
        entry.attributes(),
        keys(entry, CatalogState.NAMESPACES).stream().map(CatalogKeys::namespace).toList(),
        keys(entry, CatalogState.CONTENTS).stream().map(CatalogKeys::identifier).toList());
  }

  private static List<Bytes> keys(LogEntry entry, String index) {
    return entry.changedKeys().getOrDefault(index, List.of());
  }
}
