package dev.cairn.iceberg.catalog;

import dev.cairn.api.ObjectRef;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.metadata.MetadataSink;
import dev.cairn.iceberg.metadata.TableState;
import dev.cairn.iceberg.metadata.TableStates;
import java.util.List;
import java.util.function.Function;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * The new state of one table, ready to be stored.
 *
 * @param name the table
 * @param seen the entry that the plan was made on; null if the table is new
 * @param writer stores the new state; null if the table does not change
 * @param places the locations of the new state
 * @param isRegistered whether the files existed before
 */
record PlannedTable(
    TableIdentifier name,
    @Nullable EntityEntry seen,
    @Nullable Function<MetadataSink, TableState> writer,
    List<Location> places,
    boolean isRegistered) {
  PlannedTable(
      TableIdentifier name,
      @Nullable EntityEntry seen,
      @Nullable Function<MetadataSink, TableState> writer,
      List<Location> places) {
    this(name, seen, writer, places, false);
  }

  /** Stores the state if the table is still the one that the plan was made on. */
  CatalogTable apply(CatalogEdits edits, boolean isUnique, TableStates states) {
    if (seen != null && !edits.find(name, EntityKind.TABLE).filter(seen::equals).isPresent()) {
      throw new MovedException(name);
    }
    if (seen != null && writer == null) {
      return new CatalogTable(seen, edits.table(seen.state()), states);
    }
    if (writer == null) {
      throw new IllegalStateException("a new table has a state to write: " + name);
    }
    if (isRegistered) {
      edits.releaseKeptFiles(places);
    }
    TableState state = writer.apply(edits.workspace()::put);
    ObjectRef ref = edits.workspace().put(state);
    EntityEntry entry =
        seen == null
            ? edits.add(name, EntityKind.TABLE, ref, places, isUnique)
            : edits.replace(name, seen, ref, places, isUnique);
    return new CatalogTable(entry, state, states);
  }
}
