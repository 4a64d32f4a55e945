package dev.cairn.cli.command;

import dev.cairn.cli.Tool;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.serve.ServeCommand;
import picocli.CommandLine.Command;

/**
 * Loads the classes that commands need. The script runs it once after a build, on a store of its
 * own, to keep the loaded classes in an archive that later starts begin with.
 */
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Runnable {
  private static final String NAME = "warm-up";

  private final Tool tool;

  WarmUpCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    new SchemaCommands(tool).create();
    new TenantCommands(tool).create(NAME, new Properties());
    new CatalogCommands(tool).create(CatalogAddress.parse(NAME + "/" + NAME), new Properties());
    new RefCommands(tool).list(CatalogAddress.parse(NAME + "/" + NAME), new WatchOptions());
    new InfoCommand(tool).run();
    new ServeCommand(tool).warmUp();
    tool.json().print(new CommandReport().with("done", true));
  }
}
