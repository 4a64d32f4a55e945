package dev.cairn.api.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the intended name behind a misspelled one. */
public final class Nearest {
  /** One typing error is tolerated per this many characters. */
  private static final int CHARACTERS_PER_ERROR = 4;

  private Nearest() {}

  /**
   * The name among {@code names} with the fewest typing errors relative to {@code text}; empty if
   * all of them have too many for a typo.
   */
  public static Optional<String> to(String text, Collection<String> names) {
    int most = Math.max(1, text.length() / CHARACTERS_PER_ERROR);
    return names.stream()
        .filter(name -> Math.abs(name.length() - text.length()) <= most)
        .filter(name -> errors(text, name) <= most)
        .min(
            Comparator.comparingInt((String name) -> errors(text, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** The number of characters added, omitted, changed, or swapped with their neighbour. */
  private static int errors(String typed, String meant) {
    int[][] errors = new int[typed.length() + 1][meant.length() + 1];
    for (int i = 0; i <= typed.length(); i++) {
      for (int j = 0; j <= meant.length(); j++) {
        errors[i][j] = i == 0 || j == 0 ? i + j : step(errors, typed, meant, i, j);
      }
    }
    return errors[typed.length()][meant.length()];
  }

  private static int step(int[][] errors, String typed, String meant, int i, int j) {
    int change = typed.charAt(i - 1) == meant.charAt(j - 1) ? 0 : 1;
    int fewest =
        Math.min(errors[i - 1][j - 1] + change, Math.min(errors[i - 1][j], errors[i][j - 1]) + 1);
    boolean isSwap =
        i > 1
            && j > 1
            && typed.charAt(i - 1) == meant.charAt(j - 2)
            && typed.charAt(i - 2) == meant.charAt(j - 1);
    return isSwap ? Math.min(fewest, errors[i - 2][j - 2] + 1) : fewest;
  }
}
