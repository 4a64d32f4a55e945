package dev.cairn.cli.output;

import java.util.Arrays;

/** How wide the columns of a table are on a terminal that is too narrow for all of it. */
final class Widths {
  /** As wide as the longest name that people copy, that of a scope; none of them is cut. */
  private static final int LEAST = 28;

  private static final int GAP = 2;

  private Widths() {}

  /**
   * Takes from the widest columns until all fit into {@code space}, or none is left to take from.
   *
   * @return whether it took anything
   */
  static boolean fit(int[] widths, int space) {
    int excess = Arrays.stream(widths).sum() + GAP * (widths.length - 1) - space;
    boolean isCut = false;
    while (excess > 0) {
      int widest = 0;
      for (int i = 1; i < widths.length; i++) {
        widest = widths[i] > widths[widest] ? i : widest;
      }
      if (widths[widest] <= LEAST) {
        break;
      }
      widths[widest]--;
      excess--;
      isCut = true;
    }
    return isCut;
  }

  /** As much of {@code cell} as there is room for. */
  static String cut(String cell, int width) {
    return cell.length() <= width ? cell : cell.substring(0, width - 1) + "…";
  }
}
