package dev.cairn.cli.command;

import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.TextTable;
import dev.cairn.core.internal.head.StoredValue;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what changed between two states. */
@Command(
    name = "diff",
    description = {
      "Shows the keys that differ between two states of a reference.",
      "A state is " + StateAddress.FORMS + "."
    },
    footer = {
      "  cairn ref diff acme/sales main PT1H",
      "  cairn ref diff acme/sales main 17-0123456789abcdef 19-0123456789abcdef"
    })
final class RefDiffCommand implements Runnable {
  private final Tool tool;

  @Mixin private ReferenceArguments.Required reference = new ReferenceArguments.Required();

  @Parameters(index = "2", paramLabel = "FROM", description = "The older state.")
  @SuppressWarnings("NullAway.Init")
  private StateAddress from;

  @Parameters(
      index = "3",
      arity = "0..1",
      paramLabel = "TO",
      description = "The newer state; the current one if it is left out.")
  private Optional<StateAddress> to = Optional.empty();

  @Option(names = "--index", paramLabel = "NAME", description = "Compares this index only.")
  private Optional<String> index = Optional.empty();

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many keys to show at most (${DEFAULT-VALUE}).")
  private int limit;

  RefDiffCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    try (ToolConnection connection = tool.store().openToRead();
        Store store = reference.store(connection)) {
      reference.checkThere(store);
      Snapshot older = from.in(store, reference.name());
      Snapshot newer =
          to.map(state -> state.in(store, reference.name()))
              .orElseGet(() -> store.current(reference.name()));
      SortedSet<String> names = new TreeSet<>(older.indexNames());
      names.addAll(newer.indexNames());
      names.removeIf(name -> index.isPresent() && !index.get().equals(name));
      TextTable table = new TextTable("index", "key", "change", "before", "after");
      boolean isMore = false;
      for (String name : names) {
        IndexDiff<StoredValue> diff = older.diff(newer, name, StoredValue.SERIALIZER);
        isMore |= add(table, name, diff);
      }
      tool.output()
          .print(
              new CommandReport()
                  .with("from", older.head().map(HeadId::toString))
                  .with("to", newer.head().map(HeadId::toString))
                  .with("isComplete", !isMore)
                  .with("changes", table));
    }
  }

  /** Adds keys up to the limit; answers whether there are more. */
  private boolean add(TextTable table, String name, IndexDiff<StoredValue> diff) {
    while (diff.next()) {
      tool.interruption().check();
      if (table.size() == limit) {
        return true;
      }
      String change =
          diff.before().isEmpty() ? "added" : diff.after().isEmpty() ? "removed" : "changed";
      table.row(
          name,
          KeyText.of(diff.key()),
          change,
          diff.before().map(IndexValues::text),
          diff.after().map(IndexValues::text));
    }
    return false;
  }
}
