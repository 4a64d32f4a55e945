package dev.cairn.cli.command;

import dev.cairn.cli.Tool;
import dev.cairn.cli.output.Report;
import dev.cairn.cli.output.Table;
import java.util.Optional;

/** How listings are printed. */
final class Lists {
  private Lists() {}

  /**
   * Prints a part of a listing.
   *
   * @param next what to go on after; for programs it is a property, people are told
   */
  static void print(Tool tool, String name, Table table, Optional<String> next) {
    Report report = new Report().with(name, table);
    if (tool.output().isJson()) {
      report.with("next", next);
    }
    tool.output().print(report);
    Paging.tellOfMore(tool, next);
  }
}
