package dev.cairn.core.maintenance;

/** Is told of every bit of work, to say that it goes on, or to stop it by an exception. */
@FunctionalInterface
public interface Steps {
  /** About to do {@code rows} more. */
  void take(long rows);
}
