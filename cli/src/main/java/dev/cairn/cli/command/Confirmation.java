package dev.cairn.cli.command;

import dev.cairn.cli.CommandException;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import picocli.CommandLine.Option;

/** The options of commands that destroy something. */
final class Confirmation {
  @Option(names = "--yes", description = "Does it without asking.")
  private boolean yes;

  @Option(names = "--dry-run", description = "Only says what would be done.")
  private boolean dryRun;

  boolean isDryRun() {
    return dryRun;
  }

  /** Opens the database, in a dry run only to look. */
  ToolConnection open(Tool tool) {
    return dryRun ? tool.store().openToRead() : tool.store().open();
  }

  /**
   * Whether to do it: not in a dry run, and otherwise only if the operator said yes.
   *
   * @throws CommandException if there is no terminal to ask on, or the answer is no
   */
  boolean allows(Tool tool, String question) {
    if (dryRun) {
      tool.console().say("dry run: nothing was changed");
      return false;
    }
    if (yes) {
      return true;
    }
    tool.confirm(question);
    return true;
  }
}
