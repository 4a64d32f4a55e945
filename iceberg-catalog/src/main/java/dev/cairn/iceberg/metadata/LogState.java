package dev.cairn.iceberg.metadata;

import dev.cairn.api.ObjectRef;
import java.util.List;

/**
 * A log in a table's state: older entries in leaves, the newest ones here.
 *
 * @param parts the leaves, oldest first
 * @param skip the number of entries at the front of the first leaf that were cut off
 * @param tail the newest entries, as JSON
 */
record LogState(List<LogPart> parts, int skip, List<String> tail) {
  static final LogState EMPTY = new LogState(List.of(), 0, List.of());

  /**
   * A leaf of the log.
   *
   * @param leaf the ID of the {@link LogLeaf}
   * @param count the number of its entries
   */
  record LogPart(long leaf, int count) {}

  /** The number of entries. */
  int count() {
    return parts.stream().mapToInt(LogPart::count).sum() - skip + tail.size();
  }

  void addReferences(List<ObjectRef> found) {
    parts.forEach(part -> found.add(MetadataTypes.LOG.ref(part.leaf())));
  }
}
