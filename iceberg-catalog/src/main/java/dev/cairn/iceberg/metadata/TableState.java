package dev.cairn.iceberg.metadata;

import dev.cairn.api.ObjectRef;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of a table: the root of its managed metadata, written by every commit.
 *
 * <p>IDs of other objects are numbers without their type, because each property has one type; zero
 * means that there is no object.
 *
 * @param metadataFile the location of the metadata file that was exported with this state
 * @param scalars the scalar fields of the table's JSON, as one JSON object; fields that this
 *     release does not know are kept here
 * @param definition the {@link TableDefinition}
 * @param refs branches and tags, by name; empty if they are in {@code refTable}
 * @param refTable the {@link RefTable} of a table with many refs
 * @param directory the {@link LeafDirectory} pages, oldest first
 * @param young the leaves that are newer than those in the directory, oldest first
 * @param tail the newest snapshots
 * @param tailStatistics the {@link StatisticsSidecar} of the snapshots in the tail
 * @param otherStatistics the {@link StatisticsSidecar} of snapshots that the table does not have
 * @param snapshotLog the snapshot log
 * @param metadataLog the log of earlier metadata files
 * @param nextKey the position of the next encryption key
 */
public record TableState(
    String metadataFile,
    String scalars,
    long definition,
    List<RefPosition> refs,
    long refTable,
    List<Long> directory,
    List<LeafEntry> young,
    SnapshotLeaf tail,
    long tailStatistics,
    long otherStatistics,
    LogState snapshotLog,
    LogState metadataLog,
    long nextKey) {

  /** The same state, exported to another file. */
  public TableState withMetadataFile(String file) {
    return new TableState(
        file,
        scalars,
        definition,
        refs,
        refTable,
        directory,
        young,
        tail,
        tailStatistics,
        otherStatistics,
        snapshotLog,
        metadataLog,
        nextKey);
  }

  /** The objects that this state names. */
  List<ObjectRef> references() {
    List<ObjectRef> found = new ArrayList<>();
    found.add(MetadataTypes.DEFINITION.ref(definition));
    MetadataTypes.REFS.addRef(found, refTable);
    directory.forEach(page -> MetadataTypes.DIRECTORY.addRef(found, page));
    young.forEach(entry -> entry.addReferences(found));
    MetadataTypes.SIDECAR.addRef(found, tailStatistics);
    MetadataTypes.SIDECAR.addRef(found, otherStatistics);
    snapshotLog.addReferences(found);
    metadataLog.addReferences(found);
    return found;
  }
}
