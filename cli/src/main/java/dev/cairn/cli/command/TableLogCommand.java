package dev.cairn.cli.command;

import dev.cairn.api.Bytes;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.LogPage;
import dev.cairn.api.store.Store;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.TextTable;
import dev.cairn.iceberg.warehouse.OpenWarehouse;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commits that changed one table, by its name. */
@Command(
    name = "log",
    description = {
      "Lists the commits that changed a table or view of this name, newest first.",
      "Also those of one that no longer exists. Reads a number of commits of the warehouse, and prints where to continue."
    },
    footer = {"  cairn table log sales/emea/orders", "  cairn table log sales/emea/orders --json"})
final class TableLogCommand implements Runnable {
  /** The index of a warehouse with its tables and views. */
  static final String CONTENTS = "contents";

  private static final int PART = 1_000;

  private final Tool tool;

  @Parameters(paramLabel = WarehouseAddress.TABLE, description = "The table or view.")
  @SuppressWarnings("NullAway.Init")
  private WarehouseAddress address;

  @Mixin private Paging paging = new Paging();

  @Option(
      names = "--commits",
      paramLabel = "N",
      defaultValue = "100000",
      description = "How many commits of the warehouse to read (${DEFAULT-VALUE}).")
  private int commits = 100_000;

  @Mixin private WatchOptions watch = new WatchOptions();

  TableLogCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    watch.look(tool, this::list);
  }

  private void list(ToolConnection connection) {
    Bytes key = key(address.table());
    boolean isFull = tool.output().isJson();
    TextTable table =
        isFull
            ? new TextTable("head", "time", "message", "principal", "request", "commit")
            : new TextTable("head", "time", "message", "principal");
    try (OpenWarehouse warehouse = WarehouseAccess.open(connection, address)) {
      Store store = warehouse.store();
      Optional<CommitId> next = paging.after().map(CommitId::parse);
      int looked = 0;
      int found = 0;
      do {
        tool.interruption().check();
        // A row must not be cut off from the place where to go on, so the last part may be short.
        int part = Math.min(PART, Math.min(commits - looked, paging.limit() - found));
        LogPage page =
            next.isPresent() ? store.log(next.get(), part) : store.log(Catalogs.MAIN, part);
        for (LogEntry each : page.entries()) {
          if (each.changedKeys().getOrDefault(CONTENTS, List.of()).contains(key)) {
            found++;
            row(table, each, isFull);
          }
        }
        looked += page.entries().size();
        next = page.next();
      } while (next.isPresent() && looked < commits && found < paging.limit());
      Lists.print(tool, "commits", table, next.map(CommitId::toString));
    }
  }

  private static void row(TextTable table, LogEntry entry, boolean isFull) {
    String head = entry.id().head().toString();
    String principal = entry.attributes().getOrDefault("principal", "");
    if (isFull) {
      String request = entry.attributes().getOrDefault("request-id", "");
      table.row(head, entry.time(), entry.message(), principal, request, entry.id().toString());
    } else {
      table.row(head, entry.time(), entry.message(), principal);
    }
  }

  /** As the catalog forms it: the namespace as one element, and the name. */
  static Bytes key(TableIdentifier name) {
    return Key.of(
        List.of(
            Key.of(name.namespace().levels()), Bytes.ofUtf8("the name of a table", name.name())));
  }
}
