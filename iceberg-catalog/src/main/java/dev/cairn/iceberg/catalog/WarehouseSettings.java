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
 * @param maxMetadataFile how many bytes a metadata file that is registered may have, decompressed
 */
public record WarehouseSettings(
    String base,
    AllowedLocations allowed,
    boolean uniqueLocations,
    Duration commitTime,
    Map<String, String> tableDefaults,
    long maxMetadataFile) {
  /** Large enough for a table with some ten thousand snapshots. */
  public static final long MAX_METADATA_FILE = 64L << 20;

  /** Copies the properties. */
  public WarehouseSettings {
    tableDefaults = Map.copyOf(tableDefaults);
  }

  /** Settings without properties of new tables, and with the default bound. */
  public WarehouseSettings(
      String base, AllowedLocations allowed, boolean uniqueLocations, Duration commitTime) {
    this(base, allowed, uniqueLocations, commitTime, Map.of(), MAX_METADATA_FILE);
  }

  /** What a new table has if a client asks for {@code properties}. */
  Map<String, String> withDefaults(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(tableDefaults);
    all.putAll(properties);
    return all;
  }
}
