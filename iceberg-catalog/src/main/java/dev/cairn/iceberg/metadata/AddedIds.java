package dev.cairn.iceberg.metadata;

import java.util.HashSet;
import java.util.Set;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What is new in an update: a snapshot that one update removes and another adds again is new too.
 */
final class AddedIds {
  private final Set<Long> before = new HashSet<>();
  private final Set<Long> added = new HashSet<>();
  private final Set<String> removedKeys = new HashSet<>();

  AddedIds(@Nullable TableBase base, TableMetadata metadata) {
    if (base != null) {
      base.metadata().snapshots().forEach(snapshot -> before.add(snapshot.snapshotId()));
      for (MetadataUpdate change : metadata.changes()) {
        if (change instanceof MetadataUpdate.AddSnapshot add) {
          added.add(add.snapshot().snapshotId());
        } else if (change instanceof MetadataUpdate.RemoveEncryptionKey remove) {
          removedKeys.add(remove.keyId());
        }
      }
    }
  }

  /** Whether the table did not have this form of the snapshot {@code id} before. */
  boolean isNew(long id) {
    return added.contains(id) || !before.contains(id);
  }

  /** The IDs of keys that were removed, perhaps to be added again. */
  Set<String> removedKeys() {
    return removedKeys;
  }
}
