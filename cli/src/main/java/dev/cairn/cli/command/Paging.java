package dev.cairn.cli.command;

import dev.cairn.api.index.PageRequest;
import dev.cairn.cli.Tool;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of commands that list a part at a time. */
final class Paging {
  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many to list at most (${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--after",
      paramLabel = "WHERE",
      description = "Goes on after what an earlier listing ended with.")
  private Optional<String> after = Optional.empty();

  int limit() {
    if (limit < 1) {
      throw new IllegalArgumentException("--limit has to be 1 or more, not " + limit);
    }
    return limit;
  }

  Optional<String> after() {
    return after;
  }

  /** The same as a request for a page. */
  PageRequest request() {
    return new PageRequest(limit(), after);
  }

  /** Tells people that there is more. */
  static void tellOfMore(Tool tool, Optional<String> next) {
    if (!tool.output().isJson()) {
      next.ifPresent(
          where -> tool.console().say("there is more: --after '%s' goes on".formatted(where)));
    }
  }
}
