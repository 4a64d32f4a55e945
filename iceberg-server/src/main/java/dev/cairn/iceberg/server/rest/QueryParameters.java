package dev.cairn.iceberg.server.rest;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.iceberg.exceptions.BadRequestException;
import org.jspecify.annotations.Nullable;

/**
 * The query of a request; each parameter at most once, so that no two readers see different ones.
 */
final class QueryParameters {
  private final Map<String, String> values;

  private QueryParameters(Map<String, String> values) {
    this.values = Collections.unmodifiableMap(values);
  }

  static QueryParameters parse(@Nullable String query) {
    Map<String, String> values = new TreeMap<>();
    if (query == null || query.isEmpty()) {
      return new QueryParameters(values);
    }
    for (String pair : query.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = PathSegment.decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : PathSegment.decode(pair.substring(equals + 1));
      if (values.putIfAbsent(name, value) != null) {
        throw new BadRequestException(
            "Invalid query: the parameter '%s' is given twice", Shown.text(name));
      }
    }
    return new QueryParameters(values);
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  boolean flag(String name) {
    String value = values.getOrDefault(name, "false");
    if (value.equalsIgnoreCase("true")) {
      return true;
    }
    if (value.equalsIgnoreCase("false")) {
      return false;
    }
    throw new BadRequestException(
        "Invalid query: %s is true or false, not '%s'", name, Shown.text(value));
  }

  /** A number from 1 on; large ones are cut to {@code most}. */
  int number(String name, int otherwise, int most) {
    String value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    boolean isNumber =
        !value.isEmpty()
            && value.length() < 20
            && value.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!isNumber || value.chars().allMatch(c -> c == '0')) {
      throw new BadRequestException(
          "Invalid query: %s is a whole number from 1 on, not '%s'", name, Shown.text(value));
    }
    return value.length() > 9 ? most : Math.min(Integer.parseInt(value), most);
  }

  /** All parameters in a form that does not depend on their order. */
  @Override
  public String toString() {
    return values.toString();
  }
}
