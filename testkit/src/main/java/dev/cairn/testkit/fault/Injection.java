package dev.cairn.testkit.fault;

/**
 * A fault that a call is to meet.
 *
 * @param fault what goes wrong
 * @param amount how much of it; each {@link Fault} says what it counts
 */
public record Injection(Fault fault, int amount) {
  /** Checks the amount. */
  public Injection {
    if (amount < 0) {
      throw new IllegalArgumentException(
          "the amount of " + fault + " is zero or more, not " + amount);
    }
  }
}
