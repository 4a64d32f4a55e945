package dev.cairn.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The cells to measure, and for how long.
 *
 * @param rounds how many turns of both sides a cell has
 * @param seconds how long a round of commits takes; twice that with several threads or with keys,
 *     three times with slow calls
 * @param shortSeconds how long a round of other work takes
 * @param warmUpSeconds the longest warm-up, unless the work is new
 */
record Plan(
    String name,
    List<Cell> cells,
    int rounds,
    double seconds,
    double shortSeconds,
    double warmUpSeconds) {
  /** About five minutes. */
  static Plan quick() {
    return new Plan("quick", new Cells(false).all(), 3, 0.7, 0.3, 0.8);
  }

  /** Less than half an hour. */
  static Plan full() {
    return new Plan("full", new Cells(true).all(), 5, 1.2, 0.6, 2);
  }

  /** The cells of the short plan with few keys for a moment: shows only that the program works. */
  static Plan smoke() {
    List<Cell> cells = new ArrayList<>();
    for (Cell cell : new Cells(false).all()) {
      Cell small = small(cell);
      if (cells.stream().noneMatch(earlier -> earlier.id().equals(small.id()))) {
        cells.add(small);
      }
    }
    return new Plan("smoke", List.copyOf(cells), 1, 0.02, 0.02, 0.01);
  }

  private static Cell small(Cell cell) {
    int keys = Math.min(300, cell.keys());
    return new Cell(
        cell.workload(), cell.storage(), cell.work(), keys, cell.threads(), cell.nessie(), 100);
  }

  /** Only these workloads. */
  Plan only(Set<Integer> workloads) {
    return new Plan(
        name,
        cells.stream().filter(cell -> workloads.contains(cell.workload())).toList(),
        rounds,
        seconds,
        shortSeconds,
        warmUpSeconds);
  }

  double seconds(Cell cell) {
    return switch (cell.work()) {
      case INSERT -> seconds;
      case COMMIT ->
          cell.storage().isSlow() ? 3 * seconds : cell.threads() > 1 ? 2 * seconds : seconds;
      case KEYED -> 2 * seconds;
      default -> shortSeconds;
    };
  }

  int rounds(Cell cell) {
    return cell.work() == Work.HOLD ? 1 : rounds;
  }
}
