package dev.cairn.iceberg.catalog;

import dev.cairn.iceberg.location.Location;
import java.util.List;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.util.LocationUtil;

/**
 * A place whose files are deleted, except those that other entities cover.
 *
 * @param own the place
 * @param others places of other entities that contain it or lie inside it
 */
record PurgePlace(Location own, List<Location> others) {
  /** Copies the places. */
  PurgePlace {
    others = List.copyOf(others);
  }

  /** Whether the place as a whole belongs to others too. */
  boolean isCovered() {
    return others.stream().anyMatch(own::isWithin);
  }

  /** What the names of its files begin with. Without the slash, those of neighbours would too. */
  String prefix() {
    return LocationUtil.stripTrailingSlash(own.given()) + "/";
  }

  /**
   * Whether {@code file} is below this place and no other. A name that has no normal form is kept:
   * a client that cuts it would delete another file.
   */
  boolean isToBeDeleted(String file) {
    Location location;
    try {
      location = Location.parse(file);
    } catch (ValidationException e) {
      return false;
    }
    return location.isWithin(own) && others.stream().noneMatch(location::isWithin);
  }
}
