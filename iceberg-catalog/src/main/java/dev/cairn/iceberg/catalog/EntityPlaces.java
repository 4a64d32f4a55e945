package dev.cairn.iceberg.catalog;

import dev.cairn.api.index.ValueSerializer;
import dev.cairn.iceberg.location.AllowedLocations;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.location.LocationIndex;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.AlreadyExistsException;

/** The places that tables and views write to. */
final class EntityPlaces {
  /** An ID that no entity has. */
  static final long NO_ENTITY = 0;

  /**
   * The properties that move files elsewhere. The last two are Iceberg's older names for the first,
   * which its writers still obey if that is not set.
   */
  private static final List<String> PATHS =
      List.of(
          TableProperties.WRITE_DATA_LOCATION,
          TableProperties.WRITE_METADATA_LOCATION,
          "write.object-storage.path",
          "write.folder-storage.path");

  private EntityPlaces() {}

  /** The location, and the paths in the properties that move files elsewhere; each is allowed. */
  static List<Location> of(
      AllowedLocations allowed, String location, Map<String, String> properties) {
    return Stream.concat(
            Stream.of(location),
            PATHS.stream().flatMap(name -> Optional.ofNullable(properties.get(name)).stream()))
        .distinct() // as text: each spelling of a place may have files of its own
        .map(allowed::check)
        .toList();
  }

  /** Whether an update of a table left its places as they were. */
  static boolean areSame(TableMetadata before, TableMetadata after) {
    return before.location().equals(after.location())
        && PATHS.stream()
            .allMatch(
                name ->
                    Objects.equals(before.properties().get(name), after.properties().get(name)));
  }

  /**
   * Holds that no other entity than {@code owner} has a location that overlaps {@code places}. If
   * locations need not be unique, that counts only for entities whose files are being deleted.
   */
  static void requireUnowned(
      CatalogState state, Collection<Location> places, long owner, boolean isUnique) {
    requireUncounted(state, places, owner, found -> isUnique || state.isPurging(found));
  }

  /**
   * Holds that a new entity can own {@code places} once the dropped ones there are forgotten whose
   * files were to be kept.
   */
  static void requireRegistrable(
      CatalogState state, Collection<Location> places, boolean isUnique) {
    requireUncounted(
        state,
        places,
        NO_ENTITY,
        found -> (isUnique && !state.isDroppedWithFiles(found)) || state.isPurging(found));
  }

  private static void requireUncounted(
      CatalogState state, Collection<Location> places, long owner, LongPredicate isCounted) {
    for (Location place : places) {
      OptionalLong other =
          LocationIndex.overlap(
              state.view().index(LocationIndex.NAME, ValueSerializer.bytes()),
              place,
              owner,
              isCounted);
      if (other.isPresent()) {
        throw new AlreadyExistsException(
            "Location %s overlaps one of the entity %s in this warehouse%s; choose another",
            place,
            other.getAsLong(),
            state.isPurging(other.getAsLong()) ? ", whose files are being deleted" : "");
      }
    }
  }
}
