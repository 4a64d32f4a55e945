package dev.cairn.core.internal.turn;

/** What a process does next about a reference. */
public sealed interface TurnStep {
  /**
   * Attempt a group on the row that was seen.
   *
   * @param isContended whether another process just won a race; back off first, as without turns
   */
  record Commit(boolean isContended) implements TurnStep {}

  /**
   * Wait, then read the row; a weak read will do.
   *
   * @param waitMicros how long to wait before the read; zero to read at once
   */
  record Look(long waitMicros) implements TurnStep {}

  /**
   * Wait for commits of this process, without a read.
   *
   * @param waitMicros how long
   */
  record Pause(long waitMicros) implements TurnStep {}

  /** Swap this process into the list. */
  record Join() implements TurnStep {}

  /** Swap this process out of the list. */
  record Leave() implements TurnStep {}

  /** Nothing: no commit waits, and the process is not in the list. */
  record Done() implements TurnStep {}
}
