package dev.cairn.testkit.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the check of a history showed.
 *
 * @param rows how many rows there were
 * @param calls how many operations on them
 * @param unknownApplied how many with an unknown outcome took effect in the explanation found
 * @param unknownNotApplied how many did not
 * @param findings what cannot be explained; none on a sound backend
 */
public record HistoryReport(
    int rows, int calls, int unknownApplied, int unknownNotApplied, List<HistoryFinding> findings) {
  /** Where pages are written to. */
  public static final Path PAGES = Path.of("target", "violations");

  private static final int MOST_PAGES = 5;

  /** Keeps a copy of the list. */
  public HistoryReport {
    findings = List.copyOf(findings);
  }

  /**
   * Does nothing if all is explained. Otherwise writes a page for each of the first findings and
   * fails with their names.
   *
   * @param name what was tested, with its seed: a part of the pages' names
   */
  public void assertSound(String name) {
    if (!findings.isEmpty()) {
      throw new AssertionError(message(name, writePages(name)));
    }
  }

  private String message(String name, List<Path> pages) {
    StringBuilder text = new StringBuilder();
    text.append("rows are linearizable, but no order of the calls explains what clients heard: ");
    text.append(findings.size()).append(" violations in ").append(name);
    for (int i = 0; i < pages.size(); i++) {
      text.append("\n  ").append(findings.get(i).describe());
      text.append("\n    see ").append(pages.get(i).toAbsolutePath());
    }
    return text.toString();
  }

  /** Writes a page for each of the first findings. */
  public List<Path> writePages(String name) {
    List<Path> pages = new ArrayList<>();
    try {
      Files.createDirectories(PAGES);
      for (HistoryFinding finding : findings.subList(0, Math.min(MOST_PAGES, findings.size()))) {
        String file =
            "%s-%d.html".formatted(name.replaceAll("[^A-Za-z0-9-]+", "-"), pages.size() + 1);
        pages.add(Files.writeString(PAGES.resolve(file), ViolationPage.render(name, finding)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a page into " + PAGES.toAbsolutePath(), e);
    }
    return pages;
  }
}
