package dev.cairn.iceberg.warehouse;

import dev.cairn.api.catalog.CatalogClaim;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.config.Setting;
import dev.cairn.api.internal.Durations;
import dev.cairn.api.internal.Nearest;
import dev.cairn.iceberg.catalog.CatalogEntities;
import dev.cairn.iceberg.catalog.WarehouseSettings;
import dev.cairn.iceberg.file.LocalFileIO;
import dev.cairn.iceberg.location.AllowedLocations;
import dev.cairn.iceberg.location.Location;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * The properties of a warehouse.
 *
 * <p>Those with a dot in their name that are not listed here belong to the {@code FileIO} ({@code
 * s3.endpoint}) or to clients; names without a dot must be known. Messages name a property, and
 * show its value only if it is one of these.
 *
 * @param base the location below which tables are created by default
 * @param allowed the prefixes below which every location must lie, the base included
 * @param uniqueLocations whether locations of different tables must not overlap
 * @param keepDropped how long dropped tables are kept
 * @param commitTime how long a commit is repeated if other commits interfere
 * @param maxMetadataFile how many bytes a metadata file that is registered may have
 * @param isProtected whether the warehouse must not be deactivated or purged
 * @param all all properties, those of the {@code FileIO} included
 */
public record WarehouseProperties(
    String base,
    AllowedLocations allowed,
    boolean uniqueLocations,
    Duration keepDropped,
    Duration commitTime,
    long maxMetadataFile,
    boolean isProtected,
    Map<String, String> all) {
  /** The base location; required. */
  public static final String LOCATION = "location";

  /** Further allowed prefixes, separated by commas; a comma in a location is {@code %2C}. */
  public static final String ALLOWED_LOCATIONS = "allowed-locations";

  /** Whether locations must not overlap; false only while tables are migrated. */
  public static final String UNIQUE_LOCATIONS = "unique-locations";

  /** How long dropped tables are kept before their locations are freed or their files deleted. */
  public static final String KEEP_DROPPED = "keep-dropped";

  /** How long a commit is repeated if other commits interfere. */
  public static final String COMMIT_TIME = "commit-time";

  /** How many bytes a metadata file that is registered may have, after decompression. */
  public static final String MAX_METADATA_FILE = "max-metadata-file";

  /** Text for readers. */
  public static final String COMMENT = "comment";

  /** Whether the warehouse must not be deactivated or purged. */
  public static final String PROTECTED = CatalogEntities.PROTECTED;

  /** The name space of the claims that locations are. */
  public static final String CLAIM_SPACE = "location";

  private static final Duration KEEP_DROPPED_DEFAULT = Duration.ofDays(7);
  private static final Duration COMMIT_TIME_DEFAULT = Duration.ofSeconds(30);
  private static final Duration LONGEST = Duration.ofDays(36_525);
  private static final String OF_CAIRN = "cairn.";
  private static final Set<String> KNOWN =
      Set.of(
          LOCATION,
          ALLOWED_LOCATIONS,
          UNIQUE_LOCATIONS,
          KEEP_DROPPED,
          COMMIT_TIME,
          MAX_METADATA_FILE,
          COMMENT,
          PROTECTED,
          LocalFileIO.ROOT,
          CatalogProperties.FILE_IO_IMPL);

  /** Copies the properties. */
  public WarehouseProperties {
    all = Map.copyOf(all);
  }

  /**
   * Checks and interprets properties.
   *
   * @throws ValidationException if one is missing, unknown or has a bad value; it names the
   *     property
   */
  public static WarehouseProperties of(Map<String, String> properties) {
    properties.keySet().forEach(WarehouseProperties::checkName);
    String base = properties.get(LOCATION);
    if (base == null) {
      throw new ValidationException(
          "A warehouse needs the property %s: the place below which tables are created", LOCATION);
    }
    List<Location> prefixes = new ArrayList<>();
    prefixes.add(location(LOCATION, base));
    for (String part : properties.getOrDefault(ALLOWED_LOCATIONS, "").split(",", -1)) {
      if (!part.isBlank()) {
        prefixes.add(location(ALLOWED_LOCATIONS, part.strip()));
      }
    }
    checkCount(prefixes);
    return new WarehouseProperties(
        base,
        new AllowedLocations(prefixes),
        truth(properties, UNIQUE_LOCATIONS, true),
        duration(properties, KEEP_DROPPED, KEEP_DROPPED_DEFAULT),
        duration(properties, COMMIT_TIME, COMMIT_TIME_DEFAULT),
        size(properties, MAX_METADATA_FILE, WarehouseSettings.MAX_METADATA_FILE),
        truth(properties, PROTECTED, false),
        properties);
  }

  private static void checkName(String name) {
    boolean isForOthers = name.indexOf('.') > 0 && !name.startsWith(OF_CAIRN);
    if (!KNOWN.contains(name) && !isForOthers) {
      Optional<String> meant = Nearest.to(name, KNOWN);
      throw new ValidationException(
          "A warehouse has no property %s%s",
          name, meant.map(known -> "; did you mean " + known + "?").orElse(""));
    }
  }

  /** Also checks that it can be a claim. */
  private static Location location(String property, String text) {
    try {
      Location location = Location.parse(text);
      CatalogClaim unused = claim(location);
      return location;
    } catch (ValidationException | IllegalArgumentException e) {
      throw new ValidationException(
          e, "Invalid property %s of a warehouse: %s", property, e.getMessage());
    }
  }

  private static void checkCount(List<Location> prefixes) {
    ValidationException.check(
        prefixes.size() <= Catalogs.MAX_CLAIMS,
        "Invalid property %s of a warehouse: it has %s locations, at most %s are possible; name one that contains several",
        ALLOWED_LOCATIONS,
        prefixes.size() - 1,
        Catalogs.MAX_CLAIMS - 1);
  }

  private static boolean truth(Map<String, String> properties, String name, boolean otherwise) {
    String text = properties.get(name);
    if (text == null) {
      return otherwise;
    }
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new ValidationException(
              "Invalid property %s of a warehouse: '%s' is neither true nor false", name, text);
    };
  }

  private static Duration duration(
      Map<String, String> properties, String name, Duration otherwise) {
    String text = properties.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      Duration duration = Durations.parse(text.strip());
      if (!duration.isNegative() && duration.compareTo(LONGEST) <= 0) {
        return duration;
      }
    } catch (DateTimeException | ArithmeticException e) {
      throw new ValidationException(
          e, "Invalid property %s of a warehouse: '%s'; use a time %s", name, text, Durations.FORM);
    }
    throw new ValidationException(
        "Invalid property %s of a warehouse: '%s' is not between 0 and %s days",
        name, text, LONGEST.toDays());
  }

  private static long size(Map<String, String> properties, String name, long otherwise) {
    String text = properties.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      return Setting.toBytes(text.strip());
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new ValidationException(
          e,
          "Invalid property %s of a warehouse: '%s'; use a size in bytes, such as 4096, 128k, 64m or 1g",
          name,
          text);
    }
  }

  /** Base and allowed prefixes as claims. */
  Set<CatalogClaim> claims() {
    Set<CatalogClaim> claims = new LinkedHashSet<>();
    allowed.prefixes().forEach(prefix -> claims.add(claim(prefix)));
    return claims;
  }

  private static CatalogClaim claim(Location location) {
    return new CatalogClaim(CLAIM_SPACE, location.toString());
  }

  /** The properties that new tables get if a client does not set them. */
  public Map<String, String> tableDefaults() {
    return withPrefix(CatalogProperties.TABLE_DEFAULT_PREFIX);
  }

  /** The properties whose name begins with {@code prefix}, without it. */
  private Map<String, String> withPrefix(String prefix) {
    Map<String, String> found = new TreeMap<>();
    all.forEach(
        (name, value) -> {
          if (name.startsWith(prefix) && name.length() > prefix.length()) {
            found.put(name.substring(prefix.length()), value);
          }
        });
    return found;
  }

  /** What the catalog of this warehouse needs. */
  public WarehouseSettings settings() {
    return new WarehouseSettings(
        base, allowed, uniqueLocations, commitTime, tableDefaults(), maxMetadataFile);
  }

  /** Leaves out the properties, which may have credentials. */
  @Override
  public String toString() {
    return "warehouse at " + base;
  }
}
