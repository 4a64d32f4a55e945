package dev.cairn.cli.output;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** How wide the columns of a table are on a terminal that is too narrow for all of it. */
final class Widths {
  /** The width of a column that is not shown. */
  static final int LEFT_OUT = 0;

  /** As wide as the longest name that people copy, that of a scope; no such column is cut. */
  private static final int NAME = 28;

  /** What is left of a wider column, which has text to read. */
  private static final int LEAST = 12;

  private static final int GAP = 2;

  private Widths() {}

  /**
   * Leaves out {@code dispensable} columns, then takes from the widest columns of text, until all
   * fit into {@code space} or nothing is left to take.
   *
   * @return whether it took anything
   */
  static boolean fit(int[] widths, int[] dispensable, int space) {
    boolean isCut = false;
    for (int column : dispensable) {
      if (excess(widths, space) > 0) {
        widths[column] = LEFT_OUT;
        isCut = true;
      }
    }
    int excess = excess(widths, space);
    int[] text =
        IntStream.range(0, widths.length).filter(column -> widths[column] > NAME).toArray();
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

  private static int excess(int[] widths, int space) {
    int shown = (int) Arrays.stream(widths).filter(width -> width != LEFT_OUT).count();
    return Arrays.stream(widths).sum() + GAP * (shown - 1) - space;
  }

  /** As much of {@code cell} as there is room for. */
  static String cut(String cell, int width) {
    return cell.length() <= width ? cell : cell.substring(0, width - 1) + "…";
  }
}
