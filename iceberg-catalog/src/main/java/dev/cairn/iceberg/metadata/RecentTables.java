package dev.cairn.iceberg.metadata;

import dev.cairn.api.ObjectRef;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/**
 * The metadata of tables that this process has committed to, so that the next commit to one of them
 * parses nothing.
 *
 * <p>It is kept under the object with the state that the commit stored, so it cannot be out of
 * date. It may have a few more snapshots and log entries than are read from that state: those that
 * were at hand before. Updates see no difference, because they decide by the same state whether
 * they need everything.
 */
public final class RecentTables {
  /** The snapshots that it may have more than a state has at hand; then it is read again. */
  private static final int MOST_SNAPSHOTS = 16;

  /** The entries of a log; by default, Iceberg keeps fewer of the metadata log. */
  private static final int MOST_LOG_ENTRIES = 128;

  /** The characters of all tables together; parsed, they take about ten bytes each. */
  private static final long MOST_CHARACTERS = 1 << 20;

  /** What a snapshot or a ref takes besides its texts, in characters. */
  private static final int OVERHEAD = 50;

  /** What an entry of a log takes, in characters. */
  private static final int LOG_ENTRY = 20;

  private final Map<ObjectRef, Recent> recent = new LinkedHashMap<>();
  private long characters;

  private record Recent(TableMetadata metadata, long characters) {}

  /**
   * Keeps what a commit made.
   *
   * @param base what it was made from
   * @param state the object with the new state
   * @param next the new state
   * @param objects reads the objects of the new state
   */
  public void keep(
      TableBase base,
      TableMetadata metadata,
      ObjectRef state,
      TableState next,
      MetadataReader objects) {
    if (base.isComplete()
        || next.nextKey() != 0 // where keys are stored depends on which of them are read
        || metadata.snapshots().size() > metadata.refs().size() + MOST_SNAPSHOTS
        || metadata.snapshotLog().size() > MOST_LOG_ENTRIES
        || metadata.previousFiles().size() > MOST_LOG_ENTRIES) {
      return;
    }
    TableMetadata kept =
        TableMetadata.buildFrom(metadata)
            .discardChanges()
            .withMetadataLocation(next.metadataFile())
            .build();
    int definition = new TableReader(objects, next).definition().json().length();
    put(state, new Recent(kept, definition + charactersBeside(kept)));
  }

  /** The characters of the rest: a table may have many refs, and long summaries. */
  private static long charactersBeside(TableMetadata table) {
    long characters =
        LOG_ENTRY * (long) (table.snapshotLog().size() + table.previousFiles().size());
    for (String ref : table.refs().keySet()) {
      characters += OVERHEAD + ref.length();
    }
    for (Snapshot snapshot : table.snapshots()) {
      characters += OVERHEAD;
      if (snapshot.summary() != null) { // old writers left it out
        for (Map.Entry<String, String> entry : snapshot.summary().entrySet()) {
          characters += entry.getKey().length() + entry.getValue().length();
        }
      }
    }
    return characters;
  }

  private synchronized void put(ObjectRef state, Recent table) {
    Recent before = recent.put(state, table);
    characters += table.characters() - (before == null ? 0 : before.characters());
    Iterator<Recent> oldest = recent.values().iterator();
    while (characters > MOST_CHARACTERS) {
      characters -= oldest.next().characters();
      oldest.remove();
    }
  }

  /** Gives out what was kept for a state: the commit that follows on it keeps its own. */
  synchronized Optional<TableMetadata> take(ObjectRef state) {
    Recent found = recent.remove(state);
    characters -= found == null ? 0 : found.characters();
    return Optional.ofNullable(found).map(Recent::metadata);
  }

  synchronized int size() {
    return recent.size();
  }
}
