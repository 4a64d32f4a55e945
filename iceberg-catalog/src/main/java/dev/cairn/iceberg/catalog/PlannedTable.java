package dev.cairn.iceberg.catalog;

import dev.cairn.api.ObjectRef;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.metadata.RecentTables;
import dev.cairn.iceberg.metadata.TableBase;
import dev.cairn.iceberg.metadata.TableState;
import dev.cairn.iceberg.metadata.TableStates;
import java.util.List;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * The new state of one table, ready to be stored.
 *
 * @param name the table
 * @param seen the entry that the plan was made on; null if the table is new
 * @param next the new state; null if the table does not change
 * @param places those locations of the new state that may be new
 * @param isRegistered whether the files existed before
 * @param namespace the namespace that said where the table is to be; null if none did
 * @param obsolete the files to delete after the new state was stored
 */
record PlannedTable(
    TableIdentifier name,
    @Nullable EntityEntry seen,
    @Nullable NextState next,
    List<Location> places,
    boolean isRegistered,
    @Nullable EntityEntry namespace,
    List<String> obsolete) {

  /**
   * A state with the objects that it needs.
   *
   * @param objects all of them, the state included
   * @param text its complete JSON
   */
  record NextState(ObjectRef ref, TableState state, PreparedObjects objects, PreparedText text) {
    /** Keeps its metadata for the next commit to the table. */
    void keep(TableBase base, TableMetadata metadata, RecentTables recent) {
      recent.keep(base, metadata, ref, state, objects);
    }
  }

  /** Stores the state if the table is still the one that the plan was made on. */
  CatalogTable apply(CatalogEdits edits, boolean isUnique, TableStates states) {
    if (seen != null && !edits.find(name, EntityKind.TABLE).filter(seen::equals).isPresent()) {
      throw new MovedException(name);
    }
    if (namespace != null && !edits.namespace(name.namespace()).equals(namespace)) {
      throw new MovedException(name.namespace());
    }
    if (next == null) {
      if (seen == null) {
        throw new IllegalStateException("a new table has a state: " + name);
      }
      return new CatalogTable(seen, edits.table(seen.state()), states);
    }
    if (isRegistered) {
      edits.releaseKeptFiles(places);
    }
    if (seen != null) {
      TableStates.reach(edits.workspace(), seen.state());
    }
    next.objects().putAll(edits.workspace());
    EntityEntry entry =
        seen == null
            ? edits.add(name, EntityKind.TABLE, next.ref(), places, isUnique)
            : edits.replace(name, seen, next.ref(), places, isUnique);
    return new CatalogTable(entry, next.state(), states, next.text()::get);
  }
}
