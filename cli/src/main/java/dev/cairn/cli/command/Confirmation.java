package dev.cairn.cli.command;

import dev.cairn.cli.CommandException;
import dev.cairn.cli.Console;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    return dryRun ? tool.openToRead() : tool.open();
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
    Console console = tool.console();
    if (!console.terminals().in()) {
      throw CommandException.usage(
          "this changes what cannot be brought back; add --yes to do it, or --dry-run to see what it would do");
    }
    tool.interruption().check();
    console.ask(question + " [y/N]");
    String answer = tool.interruption().whileIdle(() -> readLine(console)).strip();
    tool.interruption().check();
    if (!answer.equalsIgnoreCase("y") && !answer.equalsIgnoreCase("yes")) {
      throw new CommandException(ExitCode.FAILED, "nothing was changed");
    }
    return true;
  }

  private static String readLine(Console console) {
    StringBuilder line = new StringBuilder();
    try {
      for (int next = console.in().read(); next >= 0 && next != '\n'; next = console.in().read()) {
        line.append((char) next);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line.toString();
  }
}
