package dev.cairn.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir Path directory;

  private static Measured commits(int keys, double[] cairn, double[] nessie) {
    return new Measured(
        new Cell(1, Storage.MEMORY, Work.COMMIT, keys, 1, true, 0),
        figures(cairn),
        figures(nessie),
        "2026-01-01T00:00:00Z",
        1,
        null);
  }

  private static List<Figures> figures(double[] rates) {
    return Arrays.stream(rates)
        .mapToObj(rate -> new Figures().with(Figures.RATE, rate).with(Figures.CPU, 1e6 / rate))
        .toList();
  }

  @Test
  void ratiosAreThoseOfRoundsThatWereMadeTogether() {
    Measured measured = commits(1_000, new double[] {10, 40, 90}, new double[] {10, 20, 30});
    assertEquals(new Measured.Spread(2, 1, 3), measured.ratio(Figures.RATE));
    assertEquals(40, measured.cairn(Figures.RATE).median());
  }

  @Test
  void theMedianOfAnEvenNumberIsBetweenTheMiddleTwo() {
    assertEquals(new Measured.Spread(2.5, 1, 4), Measured.Spread.of(4, 1, 3, 2));
  }

  @Test
  void aTargetIsMissedIfTheMedianIs() {
    Results results = Results.unkept();
    results.add(commits(1_000, new double[] {60, 40, 40}, new double[] {10, 10, 10}));
    results.add(commits(100_000, new double[] {110, 90, 100}, new double[] {10, 10, 10}));
    List<Target> targets = Target.of(results);
    assertEquals(List.of(false, true), targets.stream().map(Target::met).toList());
    assertEquals("4.0× (4.0–6.0)", targets.get(0).found());
  }

  @Test
  void laterFiguresAreAddedToThoseThatAreThere() {
    Path file = directory.resolve("results.json");
    Results.of(file).add(commits(1_000, new double[] {1}, new double[] {2}));
    Results.of(file).add(commits(10_000, new double[] {3}, new double[] {4}));
    Results read = Results.of(file);
    assertEquals(2, read.of(1).size());
    assertEquals(1, read.find("1-memory-commit-1000-1").orElseThrow().cairn(Figures.RATE).median());
    assertTrue(read.json().contains("\"MEMORY\""));
  }

  @Test
  void thePageTellsFirstWhereCairnIsBehindAndThePlotsArePictures() throws Exception {
    Results results = Results.of(directory.resolve("results.json"));
    results.add(commits(1_000, new double[] {5}, new double[] {10}));
    results.add(commits(10_000, new double[] {50}, new double[] {10}));
    Files.writeString(directory.resolve("notes.md"), "## By hand\n\nA reason.\n");
    new ComparisonReport(results, directory).write();
    String page = Files.readString(directory.resolve("README.md"));
    int behind = page.indexOf("## Where Cairn is not ahead");
    assertTrue(page.indexOf("1,000 keys", behind) < page.indexOf("## Targets"), page);
    assertFalse(page.substring(0, page.indexOf("## Targets")).contains("10,000 keys"), page);
    assertTrue(page.contains("A reason."));
    var svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(directory.resolve("growth-cpu.svg").toFile());
    assertEquals(2, svg.getElementsByTagName("polyline").getLength());
  }

  @Test
  void wrongArgumentsAreNamed() {
    for (List<String> args :
        List.of(
            List.of("--quick", "--fast"),
            List.of("--out"),
            List.of("--only", "one"),
            List.<String>of())) {
      assertThrows(IllegalArgumentException.class, () -> Options.parse(args), args.toString());
    }
    Options options = Options.parse(List.of("--full", "--only", "3,7"));
    assertEquals(
        List.of(3, 7), options.plan().cells().stream().map(Cell::workload).distinct().toList());
  }
}
