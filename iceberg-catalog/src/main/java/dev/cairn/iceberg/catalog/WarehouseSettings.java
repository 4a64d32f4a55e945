package dev.cairn.iceberg.catalog;

import dev.cairn.iceberg.location.AllowedLocations;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The settings of a warehouse.
 *
 * @param base the location below which tables are created by default
 * @param allowed the prefixes below which every location must lie
 * @param uniqueLocations whether locations of different entities must not overlap
 * @param commitTime how long a commit is planned again because something moved
 * @param tableDefaults properties of new tables that a client does not set
 */
public record WarehouseSettings(
    String base,
    AllowedLocations allowed,
    boolean uniqueLocations,
    Duration commitTime,
    Map<String, String> tableDefaults) {
  /** Copies the properties. */
  public WarehouseSettings {
    tableDefaults = Map.copyOf(tableDefaults);
  }

  /** Settings without properties of new tables. */
  public WarehouseSettings(
      String base, AllowedLocations allowed, boolean uniqueLocations, Duration commitTime) {
    this(base, allowed, uniqueLocations, commitTime, Map.of());
  }

  /** What a new table has if a client asks for {@code properties}. */
  Map<String, String> withDefaults(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(tableDefaults);
    all.putAll(properties);
    return all;
  }
}
