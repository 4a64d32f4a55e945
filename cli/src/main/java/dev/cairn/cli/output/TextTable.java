package dev.cairn.cli.output;

import java.util.ArrayList;
import java.util.List;

/** Rows of values under named columns; in JSON, a list of objects. */
public final class TextTable {
  private final List<String> columns;
  private final List<List<Object>> rows = new ArrayList<>();
  private List<String> dispensable = List.of();

  /** A table with these columns, named as in a {@link CommandReport}. */
  public TextTable(String... columns) {
    this.columns = List.of(columns);
  }

  /** Columns that a terminal without room for all of them does not show, the first one first. */
  public TextTable leavingOut(String... names) {
    dispensable = List.of(names);
    if (!columns.containsAll(dispensable)) {
      throw new IllegalArgumentException("%s are not all in %s".formatted(dispensable, columns));
    }
    return this;
  }

  /** Adds a row, with a value for each column. */
  public TextTable row(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          "%d cells for the columns %s".formatted(cells.length, columns));
    }
    rows.add(List.of(cells));
    return this;
  }

  /** How many rows there are. */
  public int size() {
    return rows.size();
  }

  List<String> columns() {
    return columns;
  }

  List<String> dispensable() {
    return dispensable;
  }

  List<List<Object>> rows() {
    return rows;
  }
}
