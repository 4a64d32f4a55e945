package dev.cairn.cli.command;

import dev.cairn.cli.CommandException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only has others under it. */
@Command
abstract class Group implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
  private CommandSpec spec;

  @Override
  public void run() {
    throw CommandException.usage(
        "%s needs a command: %s"
            .formatted(spec.qualifiedName(), String.join(", ", spec.subcommands().keySet())));
  }
}
