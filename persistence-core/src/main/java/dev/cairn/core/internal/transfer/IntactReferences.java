package dev.cairn.core.internal.transfer;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Finding;
import dev.cairn.api.spi.ReferenceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * References of which everything is there and undamaged, told apart from the others.
 *
 * @param rows the intact ones, in the order in which they came
 * @param leftOut the others
 * @param first what the check of all of them together found
 */
record IntactReferences(List<ReferenceRow> rows, List<ReferenceKey> leftOut, CheckReport first) {
  /**
   * Checks {@code all} together; if that finds something, ever smaller parts of them. The findings
   * of one check do not tell: they name only some of what they affect.
   */
  static IntactReferences of(
      List<ReferenceRow> all, Function<List<ReferenceRow>, CheckReport> check) {
    CheckReport first = check.apply(all);
    if (first.isClean()) {
      return new IntactReferences(List.copyOf(all), List.of(), first);
    }
    List<ReferenceRow> intact = new ArrayList<>();
    List<ReferenceKey> damaged = new ArrayList<>();
    divide(all, check, intact, damaged);
    return new IntactReferences(intact, damaged, first);
  }

  private static void divide(
      List<ReferenceRow> rows,
      Function<List<ReferenceRow>, CheckReport> check,
      List<ReferenceRow> intact,
      List<ReferenceKey> damaged) {
    if (rows.size() == 1) {
      damaged.add(rows.get(0).key());
      return;
    }
    int middle = rows.size() / 2;
    for (List<ReferenceRow> part :
        List.of(rows.subList(0, middle), rows.subList(middle, rows.size()))) {
      if (check.apply(part).isClean()) {
        intact.addAll(part);
      } else {
        divide(part, check, intact, damaged);
      }
    }
  }

  /** What was found; nothing if nothing is left out. */
  List<Finding> findings() {
    return leftOut.isEmpty() ? List.of() : first.findings();
  }
}
