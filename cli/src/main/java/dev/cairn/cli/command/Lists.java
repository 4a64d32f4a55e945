package dev.cairn.cli.command;

import dev.cairn.api.index.Listing;
import dev.cairn.api.index.PageRequest;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.TextTable;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** How listings are printed. */
final class Lists {
  private Lists() {}

  private static final int PART = 1_000;

  /** All items of a listing that comes in parts. */
  static <T> Stream<T> all(Function<PageRequest, Listing<T>> listing) {
    return Stream.iterate(
            Optional.of(listing.apply(PageRequest.first(PART))),
            Optional::isPresent,
            part -> part.get().next().map(next -> listing.apply(PageRequest.after(next, PART))))
        .flatMap(part -> part.get().items().stream());
  }

  /**
   * Prints a part of a listing.
   *
   * @param next what to go on after; for programs it is a property, for people a message
   */
  static void print(Tool tool, String name, TextTable table, Optional<String> next) {
    CommandReport report = new CommandReport().with(name, table);
    if (tool.output().isJson()) {
      report.with("next", next);
    }
    tool.output().print(report);
    Paging.tellOfMore(tool, next);
  }
}
