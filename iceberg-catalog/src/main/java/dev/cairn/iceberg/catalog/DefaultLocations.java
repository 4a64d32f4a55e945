package dev.cairn.iceberg.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.util.LocationUtil;

/**
 * Locations for tables and views that are created without one: the base of the namespace or the
 * warehouse, the name, and a suffix that never repeats, so that a table that is dropped and created
 * again does not share files with its predecessor.
 */
final class DefaultLocations {
  private static final String LOCATION = "location";
  private static final int MAX_PART = 64;

  /** The characters of all levels: object stores allow some 1,000 bytes for everything. */
  private static final int MAX_LEVELS = 256;

  private DefaultLocations() {}

  static String of(CatalogState state, WarehouseSettings settings, TableIdentifier name) {
    Map<String, String> properties = state.properties(state.namespace(name.namespace()));
    List<String> parts = new ArrayList<>();
    String base = properties.get(LOCATION);
    if (base == null) {
      base = settings.base();
      int length = 0;
      for (String level : name.namespace().levels()) {
        String part = safe(level);
        length += part.length() + 1;
        if (length <= MAX_LEVELS) {
          parts.add(part);
        }
      }
    }
    parts.add(safe(name.name()) + "-" + UUID.randomUUID());
    return LocationUtil.stripTrailingSlash(base) + "/" + String.join("/", parts);
  }

  /** Names are for readers here, so characters that mean something in a location are replaced. */
  private static String safe(String name) {
    String safe = name.replaceAll("[^\\p{L}\\p{N}_.=-]", "_");
    return CatalogLog.shortened(safe, MAX_PART);
  }
}
