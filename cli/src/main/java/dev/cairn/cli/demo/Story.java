package dev.cairn.cli.demo;

import dev.cairn.cli.CommandException;
import dev.cairn.cli.Console;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Text;

/** Tells people what happens, as it happens, and keeps the figures for programs. */
final class Story {
  private final Tool tool;
  private final Console console;
  private final boolean isForPeople;
  private final CommandReport figures = new CommandReport();
  private int chapters;
  private CommandReport chapter = new CommandReport();

  Story(Tool tool) {
    this.tool = tool;
    this.console = tool.console();
    this.isForPeople = !tool.output().isJson();
  }

  Tool tool() {
    return tool;
  }

  /** Begins a step. */
  void chapter(String name, String title) {
    tool.interruption().check();
    chapters++;
    chapter = new CommandReport();
    figures.with(name, chapter);
    if (isForPeople) {
      String heading = chapters + ". " + title;
      console.out().println();
      console.out().println(console.isOutColored() ? "\u001b[1m" + heading + "\u001b[0m" : heading);
      console.out().flush();
    }
  }

  /** Says something. */
  void say(String sentence) {
    if (isForPeople) {
      console.out().println("   " + sentence);
      console.out().flush();
    }
  }

  /** Says something that a figure proves. */
  void figure(String name, Object value, String what) {
    chapter.with(name, value);
    say("%12s  %s".formatted(Text.of(value), what));
  }

  /** Ends the demonstration if a promise is broken. */
  void require(boolean isKept, String promise) {
    if (!isKept) {
      throw new CommandException(
          ExitCode.FAILED,
          "the demonstration found a broken promise: %s. Please report it".formatted(promise));
    }
  }

  /** Prints the figures for programs. */
  void end() {
    if (!isForPeople) {
      tool.output().print(figures);
    }
  }

  /** Adds what is not part of a step. */
  void fact(String name, Object value) {
    figures.with(name, value);
  }
}
