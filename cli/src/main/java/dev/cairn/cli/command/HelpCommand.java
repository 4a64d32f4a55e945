package dev.cairn.cli.command;

import dev.cairn.cli.CommandException;
import dev.cairn.cli.Tool;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Explains commands. */
@Command(
    name = "help",
    description = "Explains a command, as --help after it does.",
    footer = {"  cairn help", "  cairn help ref log"})
final class HelpCommand implements Runnable {
  private final Tool tool;

  @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command.")
  private List<String> words = List.of();

  HelpCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    CommandLine command = tool.commandLine(List.of());
    for (String word : words) {
      CommandLine below = command.getSubcommands().get(word);
      if (below == null) {
        throw CommandException.usage(
            "%s; see %s --help"
                .formatted(
                    Commands.unknown(command, word), command.getCommandSpec().qualifiedName()));
      }
      command = below;
    }
    tool.output().print(command.getUsageMessage());
  }
}
