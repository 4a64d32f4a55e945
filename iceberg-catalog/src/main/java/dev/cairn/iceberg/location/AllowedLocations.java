package dev.cairn.iceberg.location;

import java.util.List;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * The prefixes below which all locations of a warehouse must lie.
 *
 * @param prefixes the normal forms of the prefixes
 */
public record AllowedLocations(List<Location> prefixes) {
  /** Copies the prefixes. */
  public AllowedLocations {
    prefixes = List.copyOf(prefixes);
  }

  /** Parses prefixes. */
  public static AllowedLocations of(List<String> prefixes) {
    return new AllowedLocations(prefixes.stream().map(Location::parse).toList());
  }

  /**
   * The normal form of {@code location}.
   *
   * @throws ValidationException if it is malformed or hostile
   * @throws ForbiddenException if it is not below an allowed prefix
   */
  public Location check(String location) {
    Location parsed = Location.parse(location);
    if (prefixes.stream().noneMatch(parsed::isWithin)) {
      throw new ForbiddenException(
          "Location %s is not allowed in this warehouse; choose one below %s", location, prefixes);
    }
    return parsed;
  }
}
