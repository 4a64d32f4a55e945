package dev.cairn.iceberg.catalog;

import dev.cairn.iceberg.location.FileReadings;
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
   * Whether {@code file} is below this place and no other, whatever the client that deletes it does
   * with escapes: names of partitions have them. A name that could lead elsewhere is kept.
   */
  boolean isToBeDeleted(String file) {
    FileReadings readings;
    try {
      readings = FileReadings.of(file);
    } catch (ValidationException e) {
      return false;
    }
    return readings.decoded().isWithin(own)
        && readings.all().stream().noneMatch(each -> others.stream().anyMatch(each::isWithin));
  }
}
