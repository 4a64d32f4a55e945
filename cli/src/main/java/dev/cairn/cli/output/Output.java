package dev.cairn.cli.output;

import dev.cairn.cli.Console;
import java.util.List;
import java.util.Locale;

/** Writes reports to the standard output. */
public final class Output {
  private final Console console;
  private final boolean json;
  private final boolean wide;
  private final boolean isRepeated;
  private boolean isCut;

  /** One result, as the other constructor says. */
  public Output(Console console, boolean json, boolean wide) {
    this(console, json, wide, false);
  }

  /**
   * @param json whether a program reads it
   * @param wide whether tables may be wider than the terminal
   * @param isRepeated whether more results follow, so that JSON is one line for each
   */
  public Output(Console console, boolean json, boolean wide, boolean isRepeated) {
    this.console = console;
    this.json = json;
    this.wide = wide;
    this.isRepeated = isRepeated;
  }

  /** Whether a program reads the result. */
  public boolean isJson() {
    return json;
  }

  /** Writes the result of a command. */
  public void print(CommandReport report) {
    if (json && isRepeated) {
      console.out().print(Json.line(report) + "\n");
    } else if (json) {
      Json.write(report, console.out());
    } else {
      StringBuilder text = new StringBuilder();
      isCut = false;
      write(report, text, 0);
      console.out().print(text);
    }
    console.out().flush();
    if (isCut) {
      console.say("some columns are cut or left out to fit the terminal; --wide shows all of them");
    }
  }

  /** {@code report} as JSON in one line. */
  public static String line(CommandReport report) {
    return Json.line(report);
  }

  /** Writes text that is the same for people and programs. */
  public void print(String text) {
    console.out().print(text.endsWith("\n") ? text : text + "\n");
    console.out().flush();
  }

  private void write(CommandReport report, StringBuilder text, int indent) {
    int width =
        report.values().entrySet().stream()
            .filter(entry -> !isBlock(entry.getValue()))
            .mapToInt(entry -> Text.words(entry.getKey()).length())
            .max()
            .orElse(0);
    report.values().forEach((name, value) -> write(name, value, text, indent, width));
  }

  private static boolean isBlock(Object value) {
    return value instanceof TextTable || value instanceof CommandReport;
  }

  private void write(String name, Object value, StringBuilder text, int indent, int width) {
    String words = Text.words(name);
    if (value instanceof TextTable table) {
      // A command that is only asked for one table needs no title above it.
      if (text.length() > 0) {
        text.append('\n').append(" ".repeat(indent)).append(bold(words)).append('\n');
        write(table, text, indent + 2);
      } else {
        write(table, text, indent);
      }
    } else if (value instanceof CommandReport nested) {
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

  private void write(TextTable table, StringBuilder text, int indent) {
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
    if (!wide && console.width().isPresent()) {
      int[] dispensable = table.dispensable().stream().mapToInt(table.columns()::indexOf).toArray();
      isCut |= Widths.fit(widths, dispensable, console.width().getAsInt() - indent);
    }
    text.append(" ".repeat(indent)).append(bold(line(heads, widths, isRight))).append('\n');
    for (List<String> row : cells) {
      text.append(" ".repeat(indent)).append(line(row, widths, isRight)).append('\n');
    }
  }

  private static boolean isNumber(Object value) {
    return value instanceof Number || value instanceof Size || value instanceof Serial;
  }

  private static String upper(String words) {
    return words.toUpperCase(Locale.ROOT);
  }

  private static String line(List<String> cells, int[] widths, boolean[] isRight) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      if (widths[i] == Widths.LEFT_OUT) {
        continue;
      }
      String cell = Widths.cut(cells.get(i), widths[i]);
      String padding = " ".repeat(widths[i] - cell.length());
      line.append(isRight[i] ? padding + cell : cell + padding).append("  ");
    }
    return line.toString().stripTrailing();
  }

  private String bold(String text) {
    return console.isOutColored() ? "\u001b[1m" + text + "\u001b[0m" : text;
  }
}
