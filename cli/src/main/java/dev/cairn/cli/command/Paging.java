package dev.cairn.cli.command;

import dev.cairn.api.index.PageRequest;
import dev.cairn.cli.Tool;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of commands that list a part at a time. */
final class Paging {
  private static final int USUAL = 1_000;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "How many to list at most (" + USUAL + ").")
  private Optional<Integer> limit = Optional.empty();

  @Option(
      names = "--after",
      paramLabel = "WHERE",
      description = "Continues after the position at which an earlier listing ended.")
  private Optional<String> after = Optional.empty();

  int limit() {
    int wanted = limit.orElse(USUAL);
    if (wanted < 1) {
      throw new IllegalArgumentException("--limit has to be 1 or more, not " + wanted);
    }
    return wanted;
  }

  /** Whether an option asks for a part. */
  boolean isAsked() {
    return limit.isPresent() || after.isPresent();
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
