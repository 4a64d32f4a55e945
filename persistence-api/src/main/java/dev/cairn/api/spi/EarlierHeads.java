package dev.cairn.api.spi;

import dev.cairn.api.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * The thinned line of heads before the current one, newest first.
 *
 * <p>It has all of the last {@value #RECENT} heads, then the newest and the oldest per doubling of
 * the distance in versions. Each list is derived from its predecessor's, so no list needs the whole
 * line. In a line of 200,000 heads, any earlier head is found by reading at most 9 heads, and a
 * list has at most 38 entries. The list serves to settle unknown attempts, to find heads by time,
 * and to recover a reference after the loss of its head.
 */
public final class EarlierHeads {
  /** The number of most recent heads that are always kept. */
  public static final int RECENT = 8;

  private static final int FORMAT = 1;
  private static final EarlierHeads NONE = new EarlierHeads(List.of());

  private final List<HeadVersion> heads;

  private EarlierHeads(List<HeadVersion> heads) {
    this.heads = heads;
  }

  /** The line before the first head. */
  public static EarlierHeads none() {
    return NONE;
  }

  /** A line of the given heads, newest first. */
  public static EarlierHeads of(List<HeadVersion> newestFirst) {
    for (int i = 1; i < newestFirst.size(); i++) {
      if (newestFirst.get(i).version() >= newestFirst.get(i - 1).version()) {
        throw new IllegalArgumentException(
            "earlier heads are not newest first: %s before %s"
                .formatted(newestFirst.get(i - 1), newestFirst.get(i)));
      }
    }
    return newestFirst.isEmpty() ? NONE : new EarlierHeads(List.copyOf(newestFirst));
  }

  /** The heads, newest first. */
  public List<HeadVersion> heads() {
    return heads;
  }

  /**
   * This line with {@code superseded}, the head that was current until now, in front, thinned as
   * seen from the version after it.
   */
  public EarlierHeads plus(HeadVersion superseded) {
    if (!heads.isEmpty() && heads.get(0).version() >= superseded.version()) {
      throw new IllegalArgumentException(
          superseded + " is not newer than the newest earlier head " + heads.get(0));
    }
    List<HeadVersion> line = new ArrayList<>(heads.size() + 1);
    line.add(superseded);
    line.addAll(heads);
    return new EarlierHeads(List.copyOf(thin(line, superseded.version() + 1)));
  }

  private static List<HeadVersion> thin(List<HeadVersion> line, long seenFrom) {
    List<HeadVersion> kept = new ArrayList<>(line.size());
    for (int i = 0; i < line.size(); i++) {
      boolean newestOfItsDoubling =
          i == 0 || doubling(line.get(i - 1), seenFrom) != doubling(line.get(i), seenFrom);
      boolean oldestOfItsDoubling =
          i == line.size() - 1
              || doubling(line.get(i + 1), seenFrom) != doubling(line.get(i), seenFrom);
      if (i < RECENT || newestOfItsDoubling || oldestOfItsDoubling) {
        kept.add(line.get(i));
      }
    }
    return kept;
  }

  // Distances 9 to 16 are one doubling, 17 to 32 the next, and so on.
  private static int doubling(HeadVersion head, long seenFrom) {
    return Long.SIZE - Long.numberOfLeadingZeros(seenFrom - head.version() - 1);
  }

  /** Encodes the line for reference rows and heads: 9 to 11 bytes per entry. */
  public Bytes toBytes() {
    ByteWriter out = new ByteWriter(2 + 11 * heads.size()).putByte(FORMAT).putVarint(heads.size());
    long newer = 0;
    for (HeadVersion head : heads) {
      out.putVarint(newer == 0 ? head.version() : newer - head.version()).putLong(head.headId());
      newer = head.version();
    }
    return out.toBytes();
  }

  /**
   * Decodes the result of {@link #toBytes}.
   *
   * @throws dev.cairn.api.DamagedDataException if the bytes are invalid
   */
  public static EarlierHeads ofBytes(Bytes bytes) {
    return read(new ByteReader("a list of earlier heads", bytes));
  }

  /** Reads a list from the rest of {@code in}. */
  static EarlierHeads read(ByteReader in) {
    if (in.getByte() != FORMAT) {
      throw in.damaged("the format of its earlier heads is unknown");
    }
    int count = in.getCount(1 + Long.BYTES);
    List<HeadVersion> heads = new ArrayList<>(count);
    long newer = 0;
    for (int i = 0; i < count; i++) {
      long step = in.getVarint();
      long version = i == 0 ? step : newer - step;
      long headId = in.getLong();
      if (step < 1 || version < 1 || headId < 0) {
        throw in.damaged("earlier head " + i + " is out of order or out of range");
      }
      heads.add(new HeadVersion(version, headId));
      newer = version;
    }
    in.expectEnd();
    return heads.isEmpty() ? NONE : new EarlierHeads(List.copyOf(heads));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EarlierHeads that && heads.equals(that.heads);
  }

  @Override
  public int hashCode() {
    return heads.hashCode();
  }

  @Override
  public String toString() {
    return heads.toString();
  }
}
