package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanPosition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Collects what scans visit, and fails at once if a row is visited twice. Rows of others, which a
 * shared store may hold, are passed over.
 *
 * @param <R> the kind of row
 */
final class VisitedRows<R> {
  /** One kind of scan, from its beginning or from where it stopped. */
  @FunctionalInterface
  interface Scan<R> {
    Optional<ScanPosition> from(Optional<ScanPosition> after, RowVisitor<R> visitor);
  }

  /** What a visitor of a test throws. */
  static final class VisitorFailure extends RuntimeException {}

  private final Scan<R> scan;
  private final Function<R, Object> keyOf;
  private final Predicate<R> ours;

  VisitedRows(Scan<R> scan, Function<R, Object> keyOf, Predicate<R> ours) {
    this.scan = scan;
    this.keyOf = keyOf;
    this.ours = ours;
  }

  /** Takes {@code row}, and fails at the one that makes it {@code count}. */
  static <R> void failAfter(int count, List<R> visited, R row) {
    visited.add(row);
    if (visited.size() == count) {
      throw new VisitorFailure();
    }
  }

  /** Our rows, visited in one go. */
  List<R> all() {
    return inSteps(Integer.MAX_VALUE, row -> {});
  }

  /**
   * Our rows, visited with a stop after every {@code step} of them.
   *
   * @param atVisit called for each of our rows, while the scan is in progress
   */
  List<R> inSteps(int step, Consumer<R> atVisit) {
    List<R> visited = new ArrayList<>();
    Set<Object> keys = new HashSet<>();
    Optional<ScanPosition> after = Optional.empty();
    do {
      int end = step > Integer.MAX_VALUE - visited.size() ? step : visited.size() + step;
      after =
          scan.from(
              after,
              row -> {
                assertTrue(visited.size() < end, "visited another row after it was told to stop");
                if (ours.test(row)) {
                  assertTrue(keys.add(keyOf.apply(row)), () -> "visited twice: " + row);
                  visited.add(row);
                  atVisit.accept(row);
                }
                return visited.size() < end;
              });
    } while (after.isPresent());
    return visited;
  }
}
