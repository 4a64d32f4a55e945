package dev.cairn.iceberg.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot in memory, between two leaves.
 *
 * @param parent the ID of its parent; {@value #NO_PARENT} if it has none
 * @param json the raw JSON
 * @param key the encryption key that is stored beside it; null if there is none
 */
record SnapshotElement(
    long id, long parent, long sequence, long time, String json, @Nullable StoredKey key) {
  static final long NO_PARENT = -1;

  /** The snapshot in {@code node}, stored as {@code json}. */
  static SnapshotElement of(JsonNode node, String json, @Nullable StoredKey key) {
    return new SnapshotElement(
        TableJson.id(node),
        node.path("parent-snapshot-id").asLong(NO_PARENT),
        node.path("sequence-number").longValue(),
        node.path("timestamp-ms").longValue(),
        json,
        key);
  }

  SnapshotElement withKey(@Nullable StoredKey other) {
    return new SnapshotElement(id, parent, sequence, time, json, other);
  }
}
