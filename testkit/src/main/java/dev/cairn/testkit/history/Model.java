package dev.cairn.testkit.history;

/**
 * What a thing does if operations come one after the other. Its states are numbers; the operations
 * are those of one history, by their positions in it.
 */
public interface Model {
  /** The result of an operation that cannot have happened in a state. */
  int IMPOSSIBLE = -1;

  /** The state before the first operation. */
  int initial();

  /**
   * The state after {@code operation} was done in {@code state} with the outcome it had; {@link
   * #IMPOSSIBLE} if it cannot have had that outcome there, or if its outcome is unknown and it
   * would have no effect there.
   */
  int step(int state, int operation);

  /** Whether the operation, by its outcome, changes no state whatever. */
  boolean isPure(int operation);

  /** A state for people. */
  String describe(int state);
}
