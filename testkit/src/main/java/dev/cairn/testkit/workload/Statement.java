package dev.cairn.testkit.workload;

import dev.cairn.api.ObjectType;
import java.util.List;

/**
 * The object of some of the books' commits, so large that their callers encode it while the leader
 * runs other changes.
 *
 * @param text what makes it large
 */
record Statement(List<Long> entries, String text) {
  static final ObjectType<Statement> TYPE = new Type();

  private static final String TEXT = "0123456789".repeat(500);

  /** What is empty is not stored. */
  Statement {
    entries = entries == null ? List.of() : List.copyOf(entries);
  }

  static Statement of(long entry) {
    return new Statement(List.of(entry), TEXT);
  }

  private record Type() implements ObjectType<Statement> {
    @Override
    public String name() {
      return "statement";
    }

    @Override
    public Class<Statement> valueClass() {
      return Statement.class;
    }
  }
}
