package dev.cairn.iceberg.catalog;

import dev.cairn.api.Bytes;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.Store;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.location.LocationIndex;
import dev.cairn.iceberg.metadata.MetadataReader;
import dev.cairn.iceberg.metadata.TableStates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.util.PropertyUtil;

/**
 * The commits of a drain, and what it reads of the catalog. Each commit finds inside its change
 * whether the entity is still as it was seen, so repeating one, also from another process, does
 * nothing.
 */
final class DrainCommits {
  private final Store store;

  DrainCommits(Store store) {
    this.store = store;
  }

  private CatalogState current() {
    return new CatalogState(store.current(Catalogs.MAIN));
  }

  /** The dropped entities that {@code isDue} accepts. */
  List<DroppedEntity> due(Predicate<DroppedEntity.Details> isDue) {
    List<DroppedEntity> due = new ArrayList<>();
    IndexCursor<DroppedEntity> cursor = current().dropped().list(IndexRange.all());
    while (cursor.next()) {
      if (isDue.test(cursor.value().details())) {
        due.add(cursor.value());
      }
    }
    return due;
  }

  /** Whether the files of {@code seen} are to be deleted. */
  boolean isToBePurged(DroppedEntity seen) {
    if (!seen.details().purge() || seen.entry().kind() != EntityKind.TABLE) {
      return seen.details().purge();
    }
    CatalogState state = current();
    TableStates states = new TableStates(MetadataReader.of(state.view()));
    return PropertyUtil.propertyAsBoolean(
        states.baseFor(state.table(seen.entry().state()), List.of()).metadata().properties(),
        TableProperties.GC_ENABLED,
        TableProperties.GC_ENABLED_DEFAULT);
  }

  /** Ends an entity without deleting files, unless it is no longer as it was seen. */
  boolean release(DroppedEntity seen) {
    return commit("release", seen, edits -> edits.forget(seen.entry().id()));
  }

  /** Marks the files of an entity as being deleted, unless it is no longer as it was seen. */
  boolean beginPurge(DroppedEntity seen) {
    return commit("begin-purge", seen, edits -> edits.beginPurge(seen));
  }

  /** Ends an entity whose files were deleted. */
  boolean endPurge(DroppedEntity purging) {
    return commit("purge", purging, edits -> edits.endPurge(purging.entry().id()));
  }

  private interface Edit {
    void apply(CatalogEdits edits);
  }

  private boolean commit(String operation, DroppedEntity seen, Edit edit) {
    return store
        .commit(
            Catalogs.MAIN,
            workspace -> {
              CatalogEdits edits = new CatalogEdits(workspace, CatalogRequest.NONE);
              boolean isAsSeen = find(edits, seen).filter(seen::equals).isPresent();
              if (isAsSeen) {
                edit.apply(edits);
                CatalogLog.write(
                    edits, operation, seen.details().identifier() + " " + seen.entry().id());
              }
              return isAsSeen;
            })
        .value();
  }

  private static Optional<DroppedEntity> find(CatalogState state, DroppedEntity seen) {
    return state.dropped().get(CatalogKeys.of(seen.entry().id()));
  }

  /**
   * Holds that the places of {@code purging} are still its own.
   *
   * @throws PurgeOverException if they are not
   */
  void checkPurging(DroppedEntity purging) {
    CatalogState unused = purgingState(purging);
  }

  private CatalogState purgingState(DroppedEntity purging) {
    CatalogState state = current();
    if (!state.isPurging(purging.entry().id())) {
      throw new PurgeOverException(purging.details());
    }
    return state;
  }

  /**
   * The places of an entity whose files are being deleted, without those of others. As long as it
   * is there, no place of another entity can be added: {@link CatalogEdits} refuses it.
   *
   * @throws PurgeOverException if it is not there any more
   */
  List<PurgePlace> places(DroppedEntity purging) {
    CatalogState state = purgingState(purging);
    long id = purging.entry().id();
    IndexView<Bytes> index = state.view().index(LocationIndex.NAME, ValueSerializer.bytes());
    List<PurgePlace> places = new ArrayList<>();
    for (Location own : state.locationsOf(id)) {
      List<Location> others = new ArrayList<>();
      LocationIndex.visitOverlaps(
          index,
          own,
          id,
          (location, other) -> {
            if (!state.isPurging(other)) {
              others.add(location);
            }
            return false;
          });
      places.add(new PurgePlace(own, others));
    }
    return places;
  }
}
