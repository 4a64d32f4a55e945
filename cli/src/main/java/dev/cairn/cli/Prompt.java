package dev.cairn.cli;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Asks the operator whether to do something. */
public final class Prompt {
  private Prompt() {}

  /**
   * Returns if the operator says yes.
   *
   * @throws CommandException if there is no terminal to ask on, or the answer is no
   */
  public static void confirm(Console console, Interruption interruption, String question) {
    if (!console.terminals().in()) {
      throw CommandException.usage(
          "this cannot be undone; add --yes to do it, or --dry-run to see what it would do");
    }
    interruption.check();
    console.ask(question + " [y/N]");
    String answer = interruption.whileIdle(() -> readLine(console)).strip();
    interruption.check();
    if (!answer.equalsIgnoreCase("y") && !answer.equalsIgnoreCase("yes")) {
      throw new CommandException(ExitCode.FAILED, "nothing was changed");
    }
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
