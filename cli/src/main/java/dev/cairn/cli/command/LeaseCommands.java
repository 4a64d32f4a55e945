package dev.cairn.cli.command;

import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.cli.StoreOptions;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.output.TextTable;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.lease.NodeLeases;
import dev.cairn.core.internal.objects.UpdateableObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.snowflake.NodeLeaseInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
        "Lists the leases of node numbers, with the processes that hold or held them.",
        "Takes none itself, so it also works when none is free."
      },
      footer = {"  cairn lease list", "  cairn lease list --all --json"})
  void list(
      @Option(names = "--all", description = "Also shows lapsed leases.") boolean all,
      @Mixin WatchOptions watch) {
    watch.look(tool, StoreOptions::openBackendToRead, connection -> list(connection, all));
  }

  private void list(ToolConnection connection, boolean all) {
    connection.backend().verifySchema();
    Instant now = Environment.system().clock().instant();
    TextTable table =
        new TextTable("node", "state", "host", "process", "since", "until").leavingOut("since");
    for (NodeLeaseInfo each : all(connection.backend())) {
      String state = state(each, now);
      if (all || state.equals("held")) {
        table.row(
            new Serial(each.node()),
            state,
            each.holder().host(),
            each.holder().process(),
            each.sinceInstant(),
            // One that was given back without an ID having been made has no last one.
            each.until() == 0 ? Optional.empty() : Optional.of(each.untilInstant()));
      }
    }
    tool.output().print(new CommandReport().with("leases", table));
  }

  /** All leases that there are and were. */
  static List<NodeLeaseInfo> all(Backend backend) {
    Environment environment = Environment.system();
    int level = new FormatLevel(backend, environment).read().orElse(FormatLevel.NEWEST);
    return NodeLeases.list(
        new UpdateableObjects(backend, new Codec(level), Scope.SYSTEM, environment));
  }

  static String state(NodeLeaseInfo lease, Instant now) {
    return lease.released() ? "released" : lease.untilInstant().isBefore(now) ? "lapsed" : "held";
  }
}
