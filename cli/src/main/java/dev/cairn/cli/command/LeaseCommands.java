package dev.cairn.cli.command;

import dev.cairn.api.Scope;
import dev.cairn.cli.Connection;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.Report;
import dev.cairn.cli.output.Table;
import dev.cairn.core.Environment;
import dev.cairn.core.codec.Codec;
import dev.cairn.core.codec.FormatLevel;
import dev.cairn.core.lease.NodeLeases;
import dev.cairn.core.objects.UpdateableObjects;
import dev.cairn.snowflake.NodeLeaseInfo;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The node numbers that processes have for their IDs. */
@Command(
    name = "lease",
    synopsisSubcommandLabel = "COMMAND",
    description = "Shows which process has which node number for its IDs.",
    footer = "  cairn lease list")
final class LeaseCommands extends Group {
  private final Tool tool;

  LeaseCommands(Tool tool) {
    this.tool = tool;
  }

  @Command(
      name = "list",
      description = {
        "Lists the leases of node numbers: who has them, or had them and when that ended.",
        "Takes none itself, so it also works when none is free."
      },
      footer = {"  cairn lease list", "  cairn lease list --all --json"})
  void list(@Option(names = "--all", description = "Shows those that are over, too.") boolean all) {
    try (Connection connection = tool.openBackend()) {
      connection.backend().verifySchema();
      Environment environment = Environment.system();
      int level =
          new FormatLevel(connection.backend(), environment).read().orElse(FormatLevel.NEWEST);
      Instant now = environment.clock().instant();
      Table table = new Table("node", "state", "host", "process", "since", "until");
      for (NodeLeaseInfo each :
          NodeLeases.list(
              new UpdateableObjects(
                  connection.backend(), new Codec(level), Scope.SYSTEM, environment))) {
        String state =
            each.released() ? "released" : each.untilInstant().isBefore(now) ? "lapsed" : "held";
        if (all || state.equals("held")) {
          table.row(
              each.node(),
              state,
              each.holder().host(),
              each.holder().process(),
              each.sinceInstant(),
              // One that was given back without an ID having been made has no last one.
              each.until() == 0 ? Optional.empty() : Optional.of(each.untilInstant()));
        }
      }
      tool.output().print(new Report().with("leases", table));
    }
  }
}
