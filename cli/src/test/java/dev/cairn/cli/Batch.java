package dev.cairn.cli;

import java.nio.file.Path;

/** Runs commands one after the other in a process of its own, where a test has changed the disk. */
final class Batch {
  private Batch() {}

  /** The first argument is the store; each of the others is a command. */
  public static void main(String[] arguments) {
    Cli cli = new Cli(Path.of(arguments[0]));
    for (int i = 1; i < arguments.length; i++) {
      Cli.Result result = cli.run(arguments[i].split(" "));
      System.out.println(result.code() + " " + arguments[i] + ": " + result.err().strip());
    }
  }
}
