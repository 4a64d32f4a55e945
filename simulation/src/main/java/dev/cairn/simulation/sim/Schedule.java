package dev.cairn.simulation.sim;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Who ran next, each time there was a choice: the numbers of simulated threads in the order in
 * which they were made. Together with the seed it is all that a run depends on.
 */
public final class Schedule {
  private final int[] choices;

  Schedule(int[] choices) {
    this.choices = choices;
  }

  /** Reads what {@link #toString} wrote. */
  public static Schedule parse(String text) {
    try {
      return new Schedule(
          text.isBlank()
              ? new int[0]
              : Arrays.stream(text.strip().split(",")).mapToInt(Integer::parseInt).toArray());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a schedule is a list of numbers with commas between them, not '" + text + "'", e);
    }
  }

  /** How many choices there were. */
  public int length() {
    return choices.length;
  }

  int at(int index) {
    return choices[index];
  }

  /** The first {@code length} choices; a run that replays them draws the rest. */
  public Schedule prefix(int length) {
    return new Schedule(Arrays.copyOf(choices, length));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Schedule that && Arrays.equals(choices, that.choices);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(choices);
  }

  /** The choices, with commas between them. */
  @Override
  public String toString() {
    return Arrays.stream(choices).mapToObj(Integer::toString).collect(Collectors.joining(","));
  }
}
