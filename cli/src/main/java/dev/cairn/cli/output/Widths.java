package dev.cairn.cli.output;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** How wide the columns of a table are on a terminal that is too narrow for all of it. */
final class Widths {
  /** As wide as the longest name that people copy, that of a scope; no such column is cut. */
  private static final int NAME = 28;

  /** What is left of a wider column, which has text to read. */
  private static final int LEAST = 12;

  private static final int GAP = 2;

  private Widths() {}

  /**
   * Takes from the widest columns of text until all fit into {@code space}, or none is left to take
   * from.
   *
   * @return whether it took anything
   */
  static boolean fit(int[] widths, int space) {
    int excess = Arrays.stream(widths).sum() + GAP * (widths.length - 1) - space;
    int[] text =
        IntStream.range(0, widths.length).filter(column -> widths[column] > NAME).toArray();
    boolean isCut = false;
    for (; excess > 0; excess--) {
      OptionalInt widest =
          Arrays.stream(text)
              .filter(column -> widths[column] > LEAST)
              .reduce((left, right) -> widths[right] > widths[left] ? right : left);
      if (widest.isEmpty()) {
        break;
      }
      widths[widest.getAsInt()]--;
      isCut = true;
    }
    return isCut;
  }

  /** As much of {@code cell} as there is room for. */
  static String cut(String cell, int width) {
    return cell.length() <= width ? cell : cell.substring(0, width - 1) + "…";
  }
}
