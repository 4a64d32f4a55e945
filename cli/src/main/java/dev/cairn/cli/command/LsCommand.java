package dev.cairn.cli.command;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.TextTable;
import dev.cairn.core.internal.head.StoredValue;
import java.util.Optional;
import java.util.SortedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists keys of an index. */
@Command(
    name = "ls",
    description = {
      "Lists the keys of an index in order, from one state of a reference.",
      "With --level it lists the groups of that many elements, and skips what is in them.",
      "Keys with fewer elements are then listed one by one."
    },
    footer = {
      "  cairn ls acme/sales",
      "  cairn ls acme/sales --level 1",
      "  cairn ls acme/sales --prefix warehouse/orders --limit 20",
      "  cairn ls acme/sales --at PT1H --index tables --json"
    })
final class LsCommand implements Runnable {
  private final Tool tool;

  @Parameters(paramLabel = CatalogAddress.LABEL, description = "The catalog.")
  @SuppressWarnings("NullAway.Init")
  private CatalogAddress address;

  @Mixin private StateOptions state = new StateOptions();

  @Option(
      names = "--prefix",
      paramLabel = "KEY",
      description = "Only keys that begin with these elements.")
  private String prefix = "";

  @Option(
      names = "--level",
      paramLabel = "N",
      description = "Lists groups of keys with the same N first elements, with how many there are.")
  private Optional<Integer> level = Optional.empty();

  @Mixin private Paging paging = new Paging();

  @Mixin private WatchOptions watch = new WatchOptions();

  LsCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    if (level.isPresent() && level.get() < 1) {
      throw CommandException.usage("--level has to be 1 or more, not " + level.get());
    }
    IndexRange range = range();
    watch.look(tool, connection -> list(connection, range));
  }

  private void list(ToolConnection connection, IndexRange range) {
    try (Store store = address.store(connection.cairn())) {
      Snapshot snapshot = state.find(store, address);
      SortedSet<String> names = snapshot.indexNames();
      Optional<String> name = state.index(names);
      IndexView<StoredValue> index = snapshot.index(name.orElse("none"), StoredValue.SERIALIZER);
      TextTable table =
          level.isPresent() ? new TextTable("key", "keys") : new TextTable("key", "value");
      Optional<String> next = list(index, range, table);
      CommandReport report = new CommandReport();
      if (tool.output().isJson()) {
        report
            .with("reference", snapshot.reference())
            .with("head", snapshot.head().map(Object::toString))
            .with("index", name);
      }
      report.with("keys", table);
      if (tool.output().isJson()) {
        report.with("next", next);
      }
      tool.output().print(report);
      Paging.tellOfMore(tool, next);
    }
  }

  private IndexRange range() {
    IndexRange range = IndexRange.prefix(KeyText.parsePrefix(prefix));
    if (paging.after().isEmpty()) {
      return range;
    }
    Bytes last = KeyText.parse(paging.after().get());
    Bytes next = isGroup(last) ? Key.afterPrefix(last) : Key.after(last);
    return next == null ? range.before(Bytes.empty()) : range.from(next);
  }

  private boolean isGroup(Bytes key) {
    return level.isPresent() && Key.hasElements(key, level.get());
  }

  /** Fills the table; answers what to go on after, if there is more. */
  private Optional<String> list(IndexView<StoredValue> index, IndexRange range, TextTable table) {
    IndexCursor<StoredValue> cursor = index.list(range);
    Optional<String> last = Optional.empty();
    while (cursor.next()) {
      tool.interruption().check();
      if (table.size() == paging.limit()) {
        return last;
      }
      Bytes group = level.map(n -> Key.firstElements(cursor.key(), n)).orElse(cursor.key());
      String text = KeyText.of(group);
      if (isGroup(group)) {
        table.row(text, index.count(IndexRange.prefix(group)));
        cursor.skipPast(group);
      } else if (level.isPresent()) {
        table.row(text, 1);
      } else {
        table.row(text, IndexValues.text(cursor.value()));
      }
      last = Optional.of(text);
    }
    return Optional.empty();
  }
}
