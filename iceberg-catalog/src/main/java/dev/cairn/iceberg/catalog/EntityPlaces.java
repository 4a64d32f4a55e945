package dev.cairn.iceberg.catalog;

import dev.cairn.api.index.ValueSerializer;
import dev.cairn.iceberg.location.AllowedLocations;
import dev.cairn.iceberg.location.Location;
import dev.cairn.iceberg.location.LocationIndex;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.AlreadyExistsException;

/** The places that tables and views write to. */
final class EntityPlaces {
  /** An ID that no entity has. */
  static final long NO_ENTITY = 0;

  private EntityPlaces() {}

  /** The location, and the paths in the properties that move files elsewhere; each is allowed. */
  static List<Location> of(
      AllowedLocations allowed, String location, Map<String, String> properties) {
    return Stream.of(
            location,
            properties.get(TableProperties.WRITE_DATA_LOCATION),
            properties.get(TableProperties.WRITE_METADATA_LOCATION))
        .filter(Objects::nonNull)
        .map(allowed::check)
        .distinct()
        .toList();
  }

  /**
   * Holds that no other entity than {@code owner} has a location that overlaps {@code places}. If
   * locations need not be unique, that counts only for entities whose files are being deleted.
   */
  static void requireUnowned(
      CatalogState state, Collection<Location> places, long owner, boolean isUnique) {
    for (Location place : places) {
      OptionalLong other =
          LocationIndex.overlap(
              state.view().index(LocationIndex.NAME, ValueSerializer.bytes()),
              place,
              owner,
              found -> isUnique || state.isPurging(found));
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
