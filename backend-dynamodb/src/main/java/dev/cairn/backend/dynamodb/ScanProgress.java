package dev.cairn.backend.dynamodb;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.ByteReader;
import dev.cairn.api.spi.ByteWriter;
import dev.cairn.api.spi.ScanPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The progress of a scan in each of its segments. Callers that resume scans store it, so later
 * releases must read it: a format byte, the number of segments, and for each segment a byte (0 not
 * begun, 1 begun, 2 done), which for a begun segment is followed by the sized key after which it
 * continues.
 */
final class ScanProgress {
  /** More segments would only make positions larger. */
  static final int MOST_SEGMENTS = 64;

  private static final int FORMAT = 1;
  private static final int NEW = 0;
  private static final int BEGUN = 1;
  private static final int DONE = 2;

  private final List<Optional<Bytes>> after = new ArrayList<>();
  private final List<Boolean> done = new ArrayList<>();

  private ScanProgress() {}

  /** A scan that has not begun. */
  static ScanProgress ofNew(int segments) {
    ScanProgress progress = new ScanProgress();
    for (int i = 0; i < segments; i++) {
      progress.add(Optional.empty(), false);
    }
    return progress;
  }

  /** New scans of one segment each: in each of them all other segments are done. */
  static List<ScanPosition> ofEachSegment(int segments) {
    List<ScanPosition> positions = new ArrayList<>();
    for (int each = 0; each < segments; each++) {
      ScanProgress progress = ofNew(segments);
      for (int other = 0; other < segments; other++) {
        progress.done.set(other, other != each);
      }
      positions.add(progress.position());
    }
    return positions;
  }

  /**
   * A scan that stopped at {@code position}.
   *
   * @throws dev.cairn.api.DamagedDataException if it is not a position of this backend
   */
  static ScanProgress of(ScanPosition position) {
    ByteReader in = new ByteReader("the position of a scan", position.bytes());
    if (in.getByte() != FORMAT) {
      throw in.damaged("its format is not known to this release");
    }
    int segments = in.getCount(1);
    if (segments < 1 || segments > MOST_SEGMENTS) {
      throw in.damaged("it has " + segments + " segments");
    }
    ScanProgress progress = new ScanProgress();
    for (int i = 0; i < segments; i++) {
      int state = in.getByte();
      if (state > DONE) {
        throw in.damaged("the state of segment " + i + " is " + state);
      }
      progress.add(state == BEGUN ? Optional.of(in.getSized()) : Optional.empty(), state == DONE);
    }
    in.expectEnd();
    return progress;
  }

  private void add(Optional<Bytes> key, boolean isDone) {
    after.add(key);
    done.add(isDone);
  }

  int segments() {
    return after.size();
  }

  /** The key after which {@code segment} continues; empty at its beginning. */
  Optional<Bytes> after(int segment) {
    return after.get(segment);
  }

  boolean isDone(int segment) {
    return done.get(segment);
  }

  void advance(int segment, Bytes key) {
    after.set(segment, Optional.of(key));
  }

  void finish(int segment) {
    done.set(segment, true);
  }

  ScanPosition position() {
    ByteWriter out = new ByteWriter(64).putByte(FORMAT).putVarint(segments());
    for (int i = 0; i < segments(); i++) {
      if (isDone(i)) {
        out.putByte(DONE);
      } else if (after(i).isPresent()) {
        out.putByte(BEGUN).putSized(after(i).get());
      } else {
        out.putByte(NEW);
      }
    }
    return new ScanPosition(out.toBytes());
  }
}
