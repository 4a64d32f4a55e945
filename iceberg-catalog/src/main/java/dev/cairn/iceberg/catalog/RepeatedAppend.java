package dev.cairn.iceberg.catalog;

import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes an append that a proxy or an old client sent twice without a key.
 *
 * <p>If its snapshot, with the same manifest list, is in the ancestry of its branch, it is applied.
 * If the table has that snapshot otherwise, the commit was applied once, too, and the outcome is to
 * be called unknown: after a refusal, the client would delete files that the table needs.
 */
final class RepeatedAppend {
  private RepeatedAppend() {}

  private static Stream<Snapshot> added(TableCommit commit) {
    return commit.updates().stream()
        .filter(MetadataUpdate.AddSnapshot.class::isInstance)
        .map(update -> ((MetadataUpdate.AddSnapshot) update).snapshot());
  }

  /** Whether the table, which may have the snapshots that {@code mayHave} accepts, has one. */
  static boolean isPossible(TableCommit commit, LongPredicate mayHave) {
    return added(commit).anyMatch(snapshot -> mayHave.test(snapshot.snapshotId()));
  }

  /** Whether {@code table} has a snapshot that the commit adds. */
  static boolean isThere(TableCommit commit, TableMetadata table) {
    return added(commit)
        .anyMatch(snapshot -> isSame(table.snapshot(snapshot.snapshotId()), snapshot));
  }

  private static boolean isSame(@Nullable Snapshot known, Snapshot added) {
    return known != null
        && Objects.equals(known.manifestListLocation(), added.manifestListLocation());
  }

  /** Whether the commit is nothing but an append that {@code table} has in its branch. */
  static boolean isApplied(TableCommit commit, TableMetadata table) {
    List<MetadataUpdate> updates = commit.updates();
    if (updates.size() != 2
        || !(updates.get(0) instanceof MetadataUpdate.AddSnapshot add)
        || !(updates.get(1) instanceof MetadataUpdate.SetSnapshotRef set)
        || set.snapshotId() != add.snapshot().snapshotId()
        || !isThere(commit, table)
        || table.ref(set.name()) == null) {
      return false;
    }
    Snapshot next = table.snapshot(table.ref(set.name()).snapshotId());
    // Clients choose IDs and parents, so ancestors may form a circle: no more are asked than exist.
    for (int left = table.snapshots().size(); next != null && left > 0; left--) {
      if (next.snapshotId() == set.snapshotId()) {
        return true;
      }
      next = next.parentId() == null ? null : table.snapshot(next.parentId());
    }
    return false;
  }
}
