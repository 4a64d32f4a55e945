package dev.cairn.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The options that change what a tenant or catalog keeps by name. */
final class Properties {
  @Option(
      names = {"-p", "--property"},
      paramLabel = "NAME=VALUE",
      description = "A property to set.")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(names = "--remove", paramLabel = "NAME", description = "A property to remove.")
  private List<String> removed = List.of();

  /** What becomes of {@code before}. */
  Map<String, String> applyTo(Map<String, String> before) {
    Map<String, String> after = new TreeMap<>(before);
    removed.forEach(after::remove);
    after.putAll(set);
    return after;
  }
}
