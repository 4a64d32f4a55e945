package dev.cairn.iceberg.catalog;

import dev.cairn.iceberg.location.AllowedLocations;
import java.time.Duration;

/**
 * The settings of a warehouse.
 *
 * @param base the location below which tables are created by default
 * @param allowed the prefixes below which every location must lie
 * @param uniqueLocations whether locations of different entities must not overlap
 * @param commitTime how long a commit is planned again because something moved
 */
public record WarehouseSettings(
    String base, AllowedLocations allowed, boolean uniqueLocations, Duration commitTime) {}
