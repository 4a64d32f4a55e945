package dev.cairn.iceberg.location;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * The normal form of a location, for comparisons only: files are accessed by what the client sent.
 *
 * <p>Normalization errs on the side of "the same place": scheme and bucket in lower case, {@code
 * s3a} and {@code s3n} are {@code s3}, {@code //} and a trailing {@code /} mean nothing, percent
 * escapes are decoded. What could lead elsewhere than it looks is refused: {@code .} and {@code ..}
 * however escaped, {@code ?} and {@code #} (Iceberg's S3 client cuts there), backslashes, control
 * characters.
 *
 * <p>Two locations are equal if their normal forms are, however they were given.
 *
 * @param root scheme and bucket, such as {@code s3://bucket} or {@code file://}
 * @param segments the decoded segments of the path
 * @param given the text that was parsed, with which files are accessed
 */
public record Location(String root, List<String> segments, String given) {
  private static final Pattern FORM =
      Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(?://([^/]*))?(/.*|)", Pattern.DOTALL);
  private static final Pattern ESCAPE = Pattern.compile("%(?=[0-9A-Fa-f]{2})");
  private static final Set<String> S3 = Set.of("s3", "s3a", "s3n");
  private static final String FILE = "file";
  static final int MAX_DECODINGS = 4;

  /** Copies the segments. */
  public Location {
    segments = List.copyOf(segments);
  }

  /**
   * Parses a location.
   *
   * @throws ValidationException if it is malformed or hostile
   */
  public static Location parse(String location) {
    Matcher matcher = matched(location);
    Location parsed =
        new Location(root(location, matcher), segments(location, matcher.group(3)), location);
    try {
      parsed.key();
    } catch (IllegalArgumentException e) {
      throw new ValidationException(e, "Invalid location %s: %s", location, e.getMessage());
    }
    return parsed;
  }

  /** Scheme, bucket and path of {@code location}, which has no character with a meaning. */
  static Matcher matched(String location) {
    for (int i = 0; i < location.length(); i++) {
      char next = location.charAt(i);
      if (isHostile(next)) {
        throw invalid(location, "it has the character 0x%02x".formatted((int) next));
      }
    }
    Matcher matcher = FORM.matcher(location.startsWith("/") ? FILE + ":" + location : location);
    check(matcher.matches(), location, "it is not SCHEME://BUCKET/PATH or an absolute path");
    return matcher;
  }

  static String root(String location, Matcher matcher) {
    String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
    String bucket = matcher.group(2) == null ? "" : matcher.group(2).toLowerCase(Locale.ROOT);
    if (scheme.equals(FILE)) {
      check(
          bucket.isEmpty() || bucket.equals("localhost"), location, "the file is on another host");
      check(!matcher.group(3).isEmpty(), location, "it has no path");
      bucket = "";
    } else {
      check(!bucket.isEmpty(), location, "it has no bucket");
      check(bucket.indexOf('%') < 0, location, "its bucket is escaped");
      check(!isDots(bucket), location, "its bucket is '" + bucket + "'");
    }
    return (S3.contains(scheme) ? "s3" : scheme) + "://" + bucket;
  }

  private static List<String> segments(String location, String path) {
    List<String> segments = new ArrayList<>();
    for (String segment : path.split("/", -1)) {
      if (!segment.isEmpty()) {
        segments.add(decoded(location, segment));
      }
    }
    return segments;
  }

  /** Decodes once, as a file system might, and refuses what any further decoding would make bad. */
  private static String decoded(String location, String segment) {
    String once = PercentEscapes.decode(segment);
    String text = segment;
    for (int i = 0; i <= MAX_DECODINGS; i++) {
      if (isDots(text) || text.indexOf('/') >= 0 || hasHostile(text)) {
        throw invalid(location, "the segment '" + segment + "' means something else");
      }
      String next = PercentEscapes.decode(text);
      if (next.equals(text)) {
        return once;
      }
      text = next;
    }
    throw new ValidationException(
        "Invalid location %s: the segment '%s' is escaped too often", location, segment);
  }

  /** Whether {@code next} is a control character, or one at which some file system cuts. */
  private static boolean isHostile(char next) {
    return next <= 0x1F || next == 0x7F || next == '\\' || next == '?' || next == '#';
  }

  private static boolean hasHostile(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isHostile(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  static boolean isDots(String text) {
    return text.equals(".") || text.equals("..");
  }

  static void check(boolean isRight, String location, String reason) {
    if (!isRight) {
      throw invalid(location, reason);
    }
  }

  private static ValidationException invalid(String location, String reason) {
    return new ValidationException("Invalid location %s: %s", location, reason);
  }

  /** Whether this is {@code other} or a place inside it. */
  public boolean isWithin(Location other) {
    return root.equals(other.root)
        && segments.size() >= other.segments.size()
        && segments.subList(0, other.segments.size()).equals(other.segments);
  }

  /** The key in the index of locations: scheme and bucket, then each segment. */
  public Bytes key() {
    return keyOf(segments.size());
  }

  /** The keys of all places that contain this one, outermost first, and of itself. */
  List<Bytes> keysOfSelfAndAncestors() {
    List<Bytes> keys = new ArrayList<>();
    for (int count = 0; count <= segments.size(); count++) {
      keys.add(keyOf(count));
    }
    return keys;
  }

  private Bytes keyOf(int count) {
    List<String> elements = new ArrayList<>();
    elements.add(root);
    elements.addAll(segments.subList(0, count));
    return Key.of(elements.toArray(String[]::new));
  }

  /** The location whose {@link #key} is {@code key}. */
  static Location ofKey(Bytes key) {
    List<String> elements = Key.elements(key).stream().map(Bytes::toUtf8).toList();
    Location found = new Location(elements.get(0), elements.subList(1, elements.size()), "");
    return new Location(found.root, found.segments, found.toString());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Location that
        && root.equals(that.root)
        && segments.equals(that.segments);
  }

  @Override
  public int hashCode() {
    return Objects.hash(root, segments);
  }

  /** Text that parses to this location: what looks like an escape in it is escaped again. */
  @Override
  public String toString() {
    return root + "/" + ESCAPE.matcher(String.join("/", segments)).replaceAll("%25");
  }
}
