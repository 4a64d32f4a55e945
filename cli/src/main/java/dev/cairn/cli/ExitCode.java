package dev.cairn.cli;

/** What the process ends with, for scripts to tell apart. */
public enum ExitCode {
  /** It was done. */
  OK(0),
  /** It was not done, for a reason that is none of the others. */
  FAILED(1),
  /** The command, an option or a setting is invalid. */
  USAGE(2),
  /** The store, or what was named in it, is not there. */
  NOT_FOUND(3),
  /** It is there already, was changed by another process, or is not in a state for this. */
  CONFLICT(4),
  /** The database did not answer, or is in use; it may be tried again. */
  UNAVAILABLE(5),
  /** What is stored is damaged. */
  DAMAGED(6),
  /** It was done, without what is damaged or cannot be taken over; the result names that. */
  INCOMPLETE(7),
  /** The operator pressed Ctrl-C. */
  INTERRUPTED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** The number that the shell sees. */
  public int number() {
    return number;
  }
}
