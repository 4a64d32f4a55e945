package dev.cairn.iceberg.metadata;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.SnapshotRef;

/** Decides whether updates can be applied to metadata that has only the snapshots of refs. */
final class UpdateScope {
  /** The updates that look at no snapshot. */
  private static final Set<Class<? extends MetadataUpdate>> WITHOUT_SNAPSHOTS =
      Set.of(
          MetadataUpdate.AssignUUID.class,
          MetadataUpdate.AddSchema.class,
          MetadataUpdate.SetCurrentSchema.class,
          MetadataUpdate.AddPartitionSpec.class,
          MetadataUpdate.SetDefaultPartitionSpec.class,
          MetadataUpdate.RemovePartitionSpecs.class,
          MetadataUpdate.RemoveSchemas.class,
          MetadataUpdate.AddSortOrder.class,
          MetadataUpdate.SetDefaultSortOrder.class,
          MetadataUpdate.SetProperties.class,
          MetadataUpdate.RemoveProperties.class,
          MetadataUpdate.SetLocation.class);

  private final TableReader table;
  private final Set<Long> known = new HashSet<>();
  private int added;
  private int movesOfMain;

  private UpdateScope(TableReader table) {
    this.table = table;
    table.refs().forEach(ref -> known.add(ref.snapshot()));
  }

  static boolean needsEverything(TableReader table, List<MetadataUpdate> updates) {
    UpdateScope scope = new UpdateScope(table);
    return updates.stream().anyMatch(scope::needsEverything);
  }

  private boolean needsEverything(MetadataUpdate update) {
    if (update instanceof MetadataUpdate.AddSnapshot add) {
      // With several, the builder removes entries of the snapshot log for which it has no snapshot.
      known.add(add.snapshot().snapshotId());
      return ++added > 1 || table.mayHaveSnapshot(add.snapshot().snapshotId());
    }
    if (update instanceof MetadataUpdate.SetSnapshotRef set) {
      boolean isMain = set.name().equals(SnapshotRef.MAIN_BRANCH);
      return !known.contains(set.snapshotId()) || (isMain && ++movesOfMain > 1);
    }
    if (update instanceof MetadataUpdate.RemoveSnapshotRef remove) {
      return remove.name().equals(SnapshotRef.MAIN_BRANCH);
    }
    if (update instanceof MetadataUpdate.AddEncryptionKey add) {
      return table.mayHaveKey(add.key().keyId());
    }
    return !WITHOUT_SNAPSHOTS.contains(update.getClass());
  }
}
