package dev.cairn.iceberg.metadata;

import java.util.List;

/**
 * The parts of a table that appends leave unchanged.
 *
 * @param json schemas, partition specs, sort orders and properties, as one JSON object
 * @param keys the encryption keys that are not {@linkplain SnapshotLeaf#keys beside a snapshot}
 */
record TableDefinition(String json, List<StoredKey> keys) {}
