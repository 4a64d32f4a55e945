package dev.cairn.cli.output;

import dev.cairn.cli.Console;
import java.util.List;
import java.util.Locale;

/** Writes reports to the standard output. */
public final class Output {
  private final Console console;
  private final boolean json;

  /**
   * @param json whether a program reads it
   */
  public Output(Console console, boolean json) {
    this.console = console;
    this.json = json;
  }

  /** Whether a program reads the result. */
  public boolean isJson() {
    return json;
  }

  /** Writes the result of a command. */
  public void print(Report report) {
    if (json) {
      Json.write(report, console.out());
    } else {
      StringBuilder text = new StringBuilder();
      write(report, text, 0);
      console.out().print(text);
    }
    console.out().flush();
  }

  /** Writes text that is the same for people and programs. */
  public void print(String text) {
    console.out().print(text.endsWith("\n") ? text : text + "\n");
    console.out().flush();
  }

  private void write(Report report, StringBuilder text, int indent) {
    int width =
        report.values().entrySet().stream()
            .filter(entry -> !isBlock(entry.getValue()))
            .mapToInt(entry -> Text.words(entry.getKey()).length())
            .max()
            .orElse(0);
    report.values().forEach((name, value) -> write(name, value, text, indent, width));
  }

  private static boolean isBlock(Object value) {
    return value instanceof Table || value instanceof Report;
  }

  private void write(String name, Object value, StringBuilder text, int indent, int width) {
    String words = Text.words(name);
    if (value instanceof Table table) {
      // A command that is only asked for one table needs no title above it.
      if (text.length() > 0) {
        text.append('\n').append(" ".repeat(indent)).append(bold(words)).append('\n');
        write(table, text, indent + 2);
      } else {
        write(table, text, indent);
      }
    } else if (value instanceof Report nested) {
      text.append('\n').append(" ".repeat(indent)).append(bold(words)).append('\n');
      write(nested, text, indent + 2);
    } else {
      text.append(" ".repeat(indent))
          .append(words)
          .append(" ".repeat(width - words.length() + 2))
          .append(Text.of(value))
          .append('\n');
    }
  }

  private void write(Table table, StringBuilder text, int indent) {
    List<String> heads = table.columns().stream().map(Text::words).map(Output::upper).toList();
    List<List<String>> cells =
        table.rows().stream().map(row -> row.stream().map(Text::of).toList()).toList();
    int[] widths = new int[heads.size()];
    boolean[] isRight = new boolean[heads.size()];
    for (int i = 0; i < widths.length; i++) {
      int column = i;
      widths[i] =
          Math.max(
              heads.get(i).length(),
              cells.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
      isRight[i] =
          !table.rows().isEmpty()
              && table.rows().stream().allMatch(row -> isNumber(row.get(column)));
    }
    text.append(" ".repeat(indent)).append(bold(line(heads, widths, isRight))).append('\n');
    for (List<String> row : cells) {
      text.append(" ".repeat(indent)).append(line(row, widths, isRight)).append('\n');
    }
  }

  private static boolean isNumber(Object value) {
    return value instanceof Number || value instanceof Size;
  }

  private static String upper(String words) {
    return words.toUpperCase(Locale.ROOT);
  }

  private static String line(List<String> cells, int[] widths, boolean[] isRight) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String padding = " ".repeat(widths[i] - cells.get(i).length());
      line.append(isRight[i] ? padding + cells.get(i) : cells.get(i) + padding).append("  ");
    }
    return line.toString().stripTrailing();
  }

  private String bold(String text) {
    return console.isOutColored() ? "\u001b[1m" + text + "\u001b[0m" : text;
  }
}
