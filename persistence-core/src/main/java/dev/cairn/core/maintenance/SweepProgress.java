package dev.cairn.core.maintenance;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.ScanPosition;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** How far a sweep is in each of its parts, told to one listener, by one thread at a time. */
final class SweepProgress {
  /** Is told after each stretch. */
  interface Listener {
    /**
     * Everything is done but what follows {@code left}.
     *
     * @param stretch how many rows were looked at since the last time
     */
    void swept(List<String> left, SweepCounts counts, long stretch);

    /** Is told now and then while a stretch or a pause goes on. */
    void waiting();
  }

  /** A part of the scan, or all of it if that cannot be cut. */
  static final class Part {
    private Optional<ScanPosition> position;

    private Part(Optional<ScanPosition> position) {
      this.position = position;
    }

    /** Where it goes on; from the beginning of everything if nowhere. */
    Optional<ScanPosition> position() {
      return position;
    }
  }

  private final Listener listener;
  private final List<Part> left = new ArrayList<>();
  private SweepCounts counts;

  /** Goes on with parts of which an earlier sweep left the positions. */
  static SweepProgress resumed(List<String> left, SweepCounts counts, Listener listener) {
    return new SweepProgress(left.stream().map(SweepProgress::position).toList(), counts, listener);
  }

  /** Begins with parts that begin at {@code positions}, or with one that is everything. */
  static SweepProgress begun(List<ScanPosition> positions, SweepCounts counts, Listener listener) {
    SweepProgress progress = new SweepProgress(positions, counts, listener);
    if (positions.isEmpty()) {
      progress.left.add(new Part(Optional.empty()));
    }
    return progress;
  }

  private SweepProgress(List<ScanPosition> positions, SweepCounts counts, Listener listener) {
    positions.forEach(position -> left.add(new Part(Optional.of(position))));
    this.counts = counts;
    this.listener = listener;
  }

  /** The parts that are not done. */
  synchronized List<Part> left() {
    return List.copyOf(left);
  }

  synchronized SweepCounts counts() {
    return counts;
  }

  /**
   * {@code part} is done up to {@code next}, or to its end.
   *
   * @param found what was found in it since the last time
   */
  synchronized void swept(Part part, Optional<ScanPosition> next, SweepCounts found) {
    part.position = next;
    if (next.isEmpty()) {
      left.remove(part);
    }
    counts = counts.plus(found);
    List<String> positions = new ArrayList<>();
    left.forEach(each -> each.position.ifPresent(position -> positions.add(text(position))));
    listener.swept(positions, counts, found.scanned());
  }

  synchronized void waiting() {
    listener.waiting();
  }

  private static ScanPosition position(String text) {
    return new ScanPosition(Bytes.wrap(Base64.getDecoder().decode(text)));
  }

  private static String text(ScanPosition position) {
    return Base64.getEncoder().encodeToString(position.bytes().toByteArray());
  }
}
