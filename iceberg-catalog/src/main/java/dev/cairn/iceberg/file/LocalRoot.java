package dev.cairn.iceberg.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * The directory that all files must be in. Symbolic links are followed only if they lead to a place
 * below it.
 *
 * <p>The check precedes the access. It protects from locations that clients choose, not from a
 * process that replaces directories by links at the same moment.
 */
final class LocalRoot {
  private static final String SCHEME = "file:";

  /** The limit of all common file systems. */
  private static final int MAX_SEGMENT_BYTES = 255;

  private final Path given;
  private final Path real;

  /** The directory {@code location}, which is created if it is missing. */
  LocalRoot(String location) {
    this.given = parse(location);
    try {
      Files.createDirectories(given);
      this.real = given.toRealPath();
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Cannot use %s as the root of local files", location);
    }
  }

  /** The absolute path that {@code location} names: {@code file:} with or without authority. */
  static Path parse(String location) {
    String path = location;
    if (location.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      path = location.substring(SCHEME.length());
      if (path.startsWith("//")) {
        int end = path.indexOf('/', 2);
        String authority = end < 0 ? path.substring(2) : path.substring(2, end);
        ValidationException.check(
            end > 0 && (authority.isEmpty() || authority.equalsIgnoreCase("localhost")),
            "Invalid location %s: a local file has no authority but localhost, and a path",
            location);
        path = path.substring(end);
      }
    }
    ValidationException.check(
        path.startsWith("/"), "Invalid location %s: not file: and an absolute path", location);
    for (String segment : path.split("/", -1)) {
      ValidationException.check(
          !segment.equals("..") && !segment.equals("."),
          "Invalid location %s: the path must not have the segment %s",
          location,
          segment);
      ValidationException.check(
          segment.getBytes(StandardCharsets.UTF_8).length <= MAX_SEGMENT_BYTES,
          "Invalid location %s: a segment of the path has more than %s bytes",
          location,
          MAX_SEGMENT_BYTES);
    }
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw new ValidationException(e, "Invalid location: %s", location);
    }
  }

  /** The path to use for {@code location}, which may be a link to a file below the root. */
  Path resolve(String location) {
    Path path = below(location);
    checkReal(location, path);
    return path;
  }

  /**
   * The path to write for {@code location}. A link there is not looked for, which would cost as
   * much as writing a small file: a new file is never written through one, and an overwritten one
   * replaces it.
   */
  Path resolveNew(String location) {
    Path path = below(location);
    checkReal(location, isRoot(path) ? path : parent(path));
    return path;
  }

  /** The path to delete for {@code location}: if it is a link, the link itself. */
  Path resolveLink(String location) {
    Path path = below(location);
    ValidationException.check(
        !isRoot(path), "Cannot delete %s: it is the root of local files", location);
    checkReal(location, parent(path));
    return path;
  }

  /** Whether {@code path}, which was resolved here, is the root itself. */
  boolean isRoot(Path path) {
    return path.equals(real);
  }

  private Path below(String location) {
    Path path = parse(location);
    if (path.startsWith(given)) {
      return real.resolve(given.relativize(path));
    }
    ValidationException.check(
        path.startsWith(real), "Invalid location %s: it is not below %s", location, given);
    return path;
  }

  /** The directory that {@code path}, which is not the root of the file system, is in. */
  static Path parent(Path path) {
    return Objects.requireNonNull(path.getParent());
  }

  private void checkReal(String location, Path path) {
    ValidationException.check(
        real(location, path).startsWith(real),
        "Invalid location %s: it leads through a link out of %s",
        location,
        given);
  }

  // Directories may disappear at the same time: a purge deletes those that have become empty.
  private Path real(String location, Path path) {
    while (true) {
      Path existing = path;
      // The first call is for what is there: the second throws and catches an exception if not.
      while (!Files.exists(existing)
          && !Files.exists(existing, LinkOption.NOFOLLOW_LINKS)
          && !existing.equals(real)) {
        existing = parent(existing);
      }
      try {
        return existing.toRealPath();
      } catch (IOException e) {
        ValidationException.check(
            !Files.isSymbolicLink(existing),
            "Invalid location %s: %s is a link that leads nowhere",
            location,
            existing);
        if (existing.equals(real) || !(e instanceof NoSuchFileException)) {
          throw new RuntimeIOException(
              e, "Cannot access %s, where %s would be: is it mounted?", existing, location);
        }
      }
    }
  }
}
