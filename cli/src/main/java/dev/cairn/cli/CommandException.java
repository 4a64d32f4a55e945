package dev.cairn.cli;

/** A command cannot do what it was asked for, and says so in a sentence with the way out. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ExitCode code;

  /** Ends the command with {@code code}. */
  public CommandException(ExitCode code, String message) {
    super(message);
    this.code = code;
  }

  /** The same, with what led to it. */
  public CommandException(ExitCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** What the process is to end with. */
  public ExitCode code() {
    return code;
  }

  /** The arguments make no sense. */
  public static CommandException usage(String message) {
    return new CommandException(ExitCode.USAGE, message);
  }

  /** What was named is not there. */
  public static CommandException notFound(String message) {
    return new CommandException(ExitCode.NOT_FOUND, message);
  }
}
