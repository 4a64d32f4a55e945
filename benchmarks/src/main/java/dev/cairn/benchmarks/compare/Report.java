package dev.cairn.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the page and the plots of a directory from its figures. */
final class Report {
  /** A page written by hand, of which the text comes right after the targets, if it is there. */
  private static final String NOTES = "notes.md";

  private final Results results;
  private final Path directory;
  private final StringBuilder page = new StringBuilder();

  Report(Results results, Path directory) {
    this.results = results;
    this.directory = directory;
  }

  void write() throws IOException {
    page.append("# Cairn and Nessie side by side\n\n");
    page.append(
        "Made by `Compare` from `results.json`; what is said by hand is in `notes.md`.\n\n");
    behind();
    targets();
    if (Files.exists(directory.resolve(NOTES))) {
      page.append(Files.readString(directory.resolve(NOTES)).strip()).append("\n\n");
    }
    page.append(new Tables(results).text());
    page.append(new Growth(results, directory).write());
    page.append(new ModelTables(results, directory).write());
    setting();
    Files.writeString(directory.resolve("README.md"), page);
  }

  /** What a reader has to know first. */
  private void behind() {
    page.append("## Where Cairn is not ahead\n\n");
    List<String> lines = new ArrayList<>();
    for (Measured measured : results.all()) {
      Measured.Spread ratio = measured.ratio(Figures.RATE);
      if (measured.cell().work() != Work.HOLD && ratio.median() < 1) {
        lines.add("- " + Lines.of(measured));
      }
      Measured.Spread heap = measured.ratio(Figures.HEAP);
      if (heap.median() > 1) {
        lines.add(
            "- %s, %s, %,d keys: %s of Nessie's heap"
                .formatted(
                    measured.cell().work().title(),
                    measured.cell().storage().title(),
                    measured.cell().keys(),
                    Lines.ratio(heap)));
      }
      if (measured.error() != null) {
        lines.add("- not finished: " + Lines.of(measured));
      }
    }
    Target.of(results).stream()
        .filter(target -> !target.met())
        .forEach(
            target ->
                lines.add("- asked: %s; found: %s".formatted(target.asked(), target.found())));
    page.append(
        lines.isEmpty() ? "Nowhere in the tables below.\n" : String.join("\n", lines) + "\n");
    page.append('\n');
  }

  private void targets() {
    page.append("## What was asked\n\n| asked | found | |\n|---|---|---|\n");
    for (Target target : Target.of(results)) {
      page.append(
          "| %s | %s | %s |\n"
              .formatted(target.asked(), target.found(), target.met() ? "met" : "**missed**"));
    }
    page.append('\n');
  }

  private void setting() {
    page.append("## How it was measured\n\n");
    for (Map.Entry<String, String> each : results.setting().entrySet()) {
      page.append("- %s: `%s`\n".formatted(each.getKey(), each.getValue()));
    }
    page.append("- this page: %s\n".formatted(LocalDate.now(ZoneOffset.UTC)));
    double least = results.all().stream().mapToDouble(Measured::load).min().orElse(0);
    double most = results.all().stream().mapToDouble(Measured::load).max().orElse(0);
    page.append("- load average after each cell: %.1f to %.1f\n".formatted(least, most));
  }
}
