package dev.cairn.iceberg.server.rest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.NotFoundException;

/** Finds the operation of a method and a path. */
final class Routes {
  /** A path of an operation, as segments. */
  private record Template(RestOperation operation, List<String> segments) {
    boolean matches(List<String> path) {
      if (path.size() != segments.size()) {
        return false;
      }
      for (int i = 0; i < path.size(); i++) {
        if (!isParameter(segments.get(i)) && !segments.get(i).equals(path.get(i))) {
          return false;
        }
      }
      return true;
    }

    Map<String, String> parameters(List<String> path) {
      Map<String, String> found = new HashMap<>();
      for (int i = 0; i < path.size(); i++) {
        String segment = segments.get(i);
        if (isParameter(segment)) {
          found.put(segment.substring(1, segment.length() - 1), path.get(i));
        }
      }
      return found;
    }

    private static boolean isParameter(String segment) {
      return segment.startsWith("{");
    }
  }

  /**
   * An operation with the parameters of its path, as sent.
   *
   * @param parameters still encoded: a namespace is split before it is decoded
   */
  record Found(RestOperation operation, Map<String, String> parameters) {}

  private static final List<Template> TEMPLATES = templates();

  private Routes() {}

  private static List<Template> templates() {
    List<Template> templates = new ArrayList<>();
    for (RestOperation each : RestOperation.values()) {
      templates.add(new Template(each, List.of(each.path().substring(1).split("/", -1))));
    }
    return List.copyOf(templates);
  }

  /**
   * The operation of a request.
   *
   * @param path as sent, neither decoded nor normalized
   */
  static Found find(String method, String path) {
    List<String> segments = segments(path);
    Set<String> others = new TreeSet<>();
    for (Template each : TEMPLATES) {
      if (each.matches(segments)) {
        if (each.operation().method().equals(method)) {
          return new Found(each.operation(), each.parameters(segments));
        }
        others.add(each.operation().method());
      }
    }
    if (others.isEmpty()) {
      throw new NotFoundException(
          "No such endpoint: %s; GET /v1/config lists them", Shown.text(path));
    }
    throw new MethodNotAllowedException(method, others);
  }

  // A path that could mean another one after normalization is refused, not interpreted.
  private static List<String> segments(String path) {
    if (!path.startsWith("/")) {
      throw new BadRequestException("Invalid URL: the path does not begin with a slash");
    }
    String trimmed =
        path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    List<String> segments = List.of(trimmed.substring(1).split("/", -1));
    for (String each : segments) {
      String plain = PathSegment.decode(each);
      if (plain.isEmpty() || plain.equals(".") || plain.equals("..") || each.indexOf(';') >= 0) {
        throw new BadRequestException(
            "Invalid URL: '%s' has an empty segment, a dot segment or a path parameter",
            Shown.text(path));
      }
    }
    return segments;
  }
}
