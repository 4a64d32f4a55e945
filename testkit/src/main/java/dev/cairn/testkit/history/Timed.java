package dev.cairn.testkit.history;

/**
 * An operation in a history: it began, and ended or not. It takes effect at one moment in between.
 */
public interface Timed {
  /** When an operation of unknown outcome ended. */
  long NEVER = Long.MAX_VALUE;

  /** Who did it. */
  String client();

  /** When it began, in the history's own time. */
  long invoked();

  /** When it ended; {@link #NEVER} if its outcome is unknown. */
  long returned();

  /**
   * Whether its outcome is known. If not, it may take effect at any time after it began, or never.
   */
  default boolean isCertain() {
    return returned() != NEVER;
  }

  /** What was done and what came of it, for people. */
  String describe();
}
