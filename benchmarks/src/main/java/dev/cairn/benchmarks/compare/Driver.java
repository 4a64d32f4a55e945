package dev.cairn.benchmarks.compare;

import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Runs the cells of a plan on both sides, in turns. */
final class Driver {
  /** How many times longer the warm-up of work is that is new to a process. */
  private static final int NEW_WORK = 6;

  private final Plan plan;
  private final Side cairn;
  private final Side nessie;
  private final PrintStream out;
  private final Set<Work> done = EnumSet.noneOf(Work.class);

  Driver(Plan plan, Side cairn, Side nessie, PrintStream out) {
    this.plan = plan;
    this.cairn = cairn;
    this.nessie = nessie;
    this.out = out;
  }

  /** Measures all cells; if one fails, its figures until then are kept. */
  void run(Results results) {
    int number = 0;
    for (Cell cell : plan.cells()) {
      long begun = System.nanoTime();
      Measured measured = measure(cell);
      results.add(measured);
      out.printf(
          "[%d/%d, %.0f s] %s%n",
          ++number,
          plan.cells().size(),
          (System.nanoTime() - begun) / 1e9,
          FigureText.of(measured));
    }
  }

  private Measured measure(Cell cell) {
    List<Figures> ofCairn = new ArrayList<>();
    List<Figures> ofNessie = new ArrayList<>();
    List<Side> sides = cell.nessie() ? List.of(cairn, nessie) : List.of(cairn);
    String error = null;
    boolean isNew = done.add(cell.work());
    try {
      for (Side side : sides) {
        side.open(cell);
        if (cell.work() != Work.HOLD) {
          side.warmUp(plan.warmUpSeconds() * (isNew ? NEW_WORK : 1));
        }
      }
      for (int round = 0; round < plan.rounds(cell); round++) {
        boolean cairnFirst = round % 2 == 0;
        if (cairnFirst) {
          ofCairn.add(cairn.run(plan.seconds(cell)));
        }
        if (cell.nessie()) {
          ofNessie.add(nessie.run(plan.seconds(cell)));
        }
        if (!cairnFirst) {
          ofCairn.add(cairn.run(plan.seconds(cell)));
        }
      }
      sides.forEach(Side::drop);
    } catch (IllegalStateException e) {
      error = e.getMessage();
    }
    return new Measured(
        cell,
        ofCairn,
        ofNessie,
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        Machine.loadAverage(),
        error);
  }
}
