package dev.cairn.cli.command;

import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Serial;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.runtime.Environment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What the database needs before processes can use it. */
@Command(
    name = "schema",
    synopsisSubcommandLabel = "COMMAND",
    description = "Creates or prints what the database needs, and raises the format level.",
    footer = {
      "  cairn -c cairn.properties schema print",
      "  cairn -c cairn.properties schema create"
    })
final class SchemaCommands extends Group {
  private final Tool tool;

  SchemaCommands(Tool tool) {
    this.tool = tool;
  }

  @Command(
      name = "create",
      description = {
        "Creates missing tables, and records the compare-and-swap domain.",
        "May be repeated; never changes what is there."
      },
      footer = "  cairn -c cairn.properties schema create")
  void create() {
    try (ToolConnection connection = tool.store().createBackend()) {
      connection.backend().createSchema();
      connection.backend().verifySchema();
      tool.output()
          .print(
              new CommandReport()
                  .with("backend", connection.backend().name())
                  .with("schema", "complete"));
    }
  }

  @Command(
      name = "print",
      description = "Prints what schema create would apply, to apply it by other means.",
      footer = "  cairn -b cassandra -D cairn.cassandra.contact-points=db1:9042 schema print")
  void print() {
    try (ToolConnection connection = tool.store().openBackendToRead()) {
      String schema = connection.backend().describeSchema();
      if (tool.output().isJson()) {
        tool.output()
            .print(
                new CommandReport()
                    .with("backend", connection.backend().name())
                    .with("schema", schema));
      } else {
        tool.output().print(schema);
      }
    }
  }

  @Command(
      name = "raise",
      description = {
        "Raises the format level of the store.",
        "Processes then write what a newer release understands. Every process that uses the store has"
            + " to know the level. It never goes down."
      },
      footer = "  cairn -c cairn.properties schema raise 2")
  void raise(
      @Parameters(paramLabel = "LEVEL", description = "The level.") int level,
      @Mixin Confirmation confirmation) {
    try (ToolConnection connection = tool.store().openBackend()) {
      connection.backend().verifySchema();
      FormatLevel stored = new FormatLevel(connection.backend(), Environment.system());
      int before = stored.read().orElse(0);
      boolean isDone =
          level <= before
              || confirmation.allows(
                  tool,
                  "Raise the format level from %s to %s, for good? Processes of releases that do not know it stop."
                      .formatted(before, level));
      int after = isDone ? stored.raise(level) : before;
      tool.output()
          .print(
              new CommandReport()
                  .with("before", new Serial(before))
                  .with("formatLevel", new Serial(after)));
    }
  }
}
