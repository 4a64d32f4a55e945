package dev.cairn.cli.command;

import dev.cairn.cli.Tool;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints what makes shells complete commands and options. */
@Command(
    name = "completion",
    description = "Prints a script that lets bash and zsh complete commands and options.",
    footer = {"  source <(./cairn completion)", "  ./cairn completion > ~/.cairn-completion"})
final class CompletionCommand implements Runnable {
  private final Tool tool;

  CompletionCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    tool.output().print(AutoComplete.bash("cairn", tool.commandLine(List.of())));
  }
}
