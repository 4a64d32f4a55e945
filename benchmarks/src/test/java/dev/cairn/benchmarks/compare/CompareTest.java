package dev.cairn.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class CompareTest {
  @Test
  void everyCellIsDoneByBothSidesForAMoment() {
    Results results = Results.unkept();
    Plan plan = Plan.smoke();
    try (Side cairn = new LocalSide(Side.Name.CAIRN);
        Side nessie = new LocalSide(Side.Name.NESSIE)) {
      new Driver(plan, cairn, nessie, new PrintStream(OutputStream.nullOutputStream()))
          .run(results);
    }
    for (Cell cell : plan.cells()) {
      Measured measured = results.find(cell).orElseThrow();
      assertNull(measured.error(), cell.id());
      assertEquals(1, measured.cairn().size(), cell.id());
      assertEquals(cell.nessie() ? 1 : 0, measured.nessie().size(), cell.id());
      for (Figures figures : measured.cairn()) {
        String counted = figures.has(Figures.DONE) ? Figures.DONE : Figures.RATE;
        assertTrue(figures.get(counted) > 0, cell.id());
      }
    }
  }
}
