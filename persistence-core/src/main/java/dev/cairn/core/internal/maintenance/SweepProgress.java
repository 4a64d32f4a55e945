package dev.cairn.core.internal.maintenance;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.ScanPosition;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Progress of a sweep in each of its parts, reported to one listener, by one thread at a time. */
final class SweepProgress {
  /** Receives the progress after each stretch. */
  interface Listener {
    /**
     * Everything is swept except what follows {@code left}.
     *
     * @param stretch how many rows were examined since the last call
     */
    void swept(List<String> left, SweepCounts counts, long stretch);

    /** Called regularly during a stretch or a pause. */
    void waiting();
  }

  /** A part of the scan, or all of it if the scan cannot be split. */
  static final class Part {
    private Optional<ScanPosition> position;

    private Part(Optional<ScanPosition> position) {
      this.position = position;
    }

    /** Where it continues; empty for the beginning of the scan. */
    Optional<ScanPosition> position() {
      return position;
    }
  }

  private final Listener listener;
  private final List<Part> left = new ArrayList<>();
  private SweepCounts counts;

  /** Resumes the parts at the positions that an earlier sweep stored. */
  static SweepProgress resumed(List<String> left, SweepCounts counts, Listener listener) {
    return new SweepProgress(left.stream().map(SweepProgress::position).toList(), counts, listener);
  }

  /** Begins with parts that start at {@code positions}, or with a single part if there are none. */
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

  /** The unfinished parts. */
  synchronized List<Part> left() {
    return List.copyOf(left);
  }

  synchronized SweepCounts counts() {
    return counts;
  }

  /**
   * Records that {@code part} is swept up to {@code next}, or to its end.
   *
   * @param found the counts in it since the last call
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
