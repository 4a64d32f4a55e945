package dev.cairn.cli.command;

import dev.cairn.api.store.HeadId;
import dev.cairn.cli.Tool;
import picocli.CommandLine;

/** All commands under the root. */
public final class Commands {
  private Commands() {}

  /** Adds them to {@code root}. */
  public static void addTo(CommandLine root, Tool tool) {
    root.addSubcommand(new InfoCommand(tool))
        .addSubcommand(new SchemaCommands(tool))
        .addSubcommand(new TenantCommands(tool))
        .addSubcommand(new CatalogCommands(tool))
        .addSubcommand(
            new CommandLine(new RefCommands(tool))
                .addSubcommand(new RefShowCommand(tool))
                .addSubcommand(new RefLogCommand(tool))
                .addSubcommand(new RefDiffCommand(tool))
                .addSubcommand(new RefResetCommand(tool)))
        .addSubcommand(new LsCommand(tool))
        .addSubcommand(new GetCommand(tool))
        .addSubcommand(new LeaseCommands(tool))
        .addSubcommand(new TaskCommands(tool))
        .addSubcommand(new IdempotencyCommands(tool))
        .addSubcommand(new CompletionCommand(tool))
        .addSubcommand(new WarmUpCommand(tool));
    root.registerConverter(CatalogAddress.class, new CatalogAddress.Converter());
    root.registerConverter(StateAddress.class, new StateAddress.Converter());
    root.registerConverter(HeadId.class, new StateAddress.HeadConverter());
  }
}
