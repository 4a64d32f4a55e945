package dev.cairn.iceberg.location;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * The places that clients could take the name of a file for.
 *
 * <p>Iceberg escapes the values in names of partitions: {@code n/a} is {@code n%2Fa}. Most clients
 * take such a name as it is; one that decodes it, once or more often, or cuts it at a {@code ?} or
 * {@code #} that it then finds, accesses another file.
 *
 * @param decoded the name decoded once, as in the normal form of a {@link Location}
 * @param all every place, that one included
 */
public record FileReadings(Location decoded, List<Location> all) {
  private static final Pattern SEPARATOR = Pattern.compile("[/\\\\]");
  private static final Pattern CUT = Pattern.compile("[?#].*", Pattern.DOTALL);

  /** Copies the places. */
  public FileReadings {
    all = List.copyOf(all);
  }

  /**
   * Reads a name.
   *
   * @throws ValidationException if it is malformed, or one of the places could be above it
   */
  public static FileReadings of(String file) {
    Matcher matcher = Location.matched(file);
    String root = Location.root(file, matcher);
    List<Location> uncut = new ArrayList<>();
    List<Location> all = new ArrayList<>();
    String path = matcher.group(3);
    for (int i = 0; i <= Location.MAX_DECODINGS; i++) {
      uncut.add(new Location(root, segments(file, path), file));
      all.add(new Location(root, segments(file, CUT.matcher(path).replaceFirst("")), file));
      String next = PercentEscapes.decode(path);
      if (next.equals(path)) {
        all.addAll(uncut);
        return new FileReadings(uncut.get(Math.min(1, i)), all);
      }
      path = next;
    }
    throw new ValidationException("Invalid name %s: it is escaped too often", file);
  }

  private static List<String> segments(String file, String path) {
    List<String> segments =
        Arrays.stream(SEPARATOR.split(path)).filter(segment -> !segment.isEmpty()).toList();
    segments.forEach(
        segment ->
            Location.check(
                !Location.isDots(segment), file, "a part of it could mean a directory above"));
    return segments;
  }
}
