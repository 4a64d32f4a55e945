package dev.cairn.iceberg.catalog;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/**
 * Recognizes an append that a proxy or an old client sent twice without a key.
 *
 * <p>Its snapshot, with the same manifest list, is already in the ancestry of its branch. Refusing
 * it would make the client delete files that the table needs.
 */
final class RepeatedAppend {
  private RepeatedAppend() {}

  static boolean isApplied(TableCommit commit, Supplier<TableMetadata> current) {
    List<MetadataUpdate> updates = commit.updates();
    if (updates.size() != 2
        || !(updates.get(0) instanceof MetadataUpdate.AddSnapshot add)
        || !(updates.get(1) instanceof MetadataUpdate.SetSnapshotRef set)
        || set.snapshotId() != add.snapshot().snapshotId()) {
      return false;
    }
    TableMetadata table = current.get();
    Snapshot known = table.snapshot(set.snapshotId());
    if (known == null
        || !Objects.equals(known.manifestListLocation(), add.snapshot().manifestListLocation())
        || table.ref(set.name()) == null) {
      return false;
    }
    Snapshot next = table.snapshot(table.ref(set.name()).snapshotId());
    while (next != null) {
      if (next.snapshotId() == known.snapshotId()) {
        return true;
      }
      next = next.parentId() == null ? null : table.snapshot(next.parentId());
    }
    return false;
  }
}
