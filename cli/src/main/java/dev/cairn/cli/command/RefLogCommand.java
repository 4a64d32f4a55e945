package dev.cairn.cli.command;

import dev.cairn.api.Bytes;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.LogPage;
import dev.cairn.api.store.Store;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.Text;
import dev.cairn.cli.output.TextTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the log of a reference. */
@Command(
    name = "log",
    description = "Shows the commits of a reference, the newest first.",
    footer = {"  cairn ref log acme/sales main --limit 5", "  cairn ref log acme/sales --json"})
final class RefLogCommand implements Runnable {
  private static final int SHOWN_KEYS = 3;

  private final Tool tool;

  @Mixin private ReferenceArguments.Optional reference = new ReferenceArguments.Optional();

  @Mixin private Paging paging = new Paging();

  @Mixin private WatchOptions watch = new WatchOptions();

  RefLogCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    watch.look(tool, this::list);
  }

  private void list(ToolConnection connection) {
    try (Store store = reference.store(connection)) {
      reference.checkThere(store);
      LogPage page =
          paging.after().isPresent()
              ? store.log(CommitId.parse(paging.after().get()), paging.limit())
              : store.log(reference.name(), paging.limit());
      Optional<String> next = page.next().map(CommitId::toString);
      Lists.print(tool, "commits", tool.output().isJson() ? full(page) : brief(page), next);
    }
  }

  private static TextTable full(LogPage page) {
    TextTable table =
        new TextTable("head", "time", "message", "attributes", "changedKeys", "commit");
    for (LogEntry each : page.entries()) {
      Map<String, List<String>> keys = new TreeMap<>();
      each.changedKeys()
          .forEach((index, changed) -> keys.put(index, changed.stream().map(KeyText::of).toList()));
      table.row(
          each.id().head().toString(),
          each.time(),
          each.message(),
          each.attributes(),
          keys,
          each.id().toString());
    }
    return table;
  }

  private static TextTable brief(LogPage page) {
    TextTable table = new TextTable("head", "time", "message", "changedKeys");
    for (LogEntry each : page.entries()) {
      table.row(each.id().head().toString(), each.time(), each.message(), keys(each.changedKeys()));
    }
    return table;
  }

  private static String keys(Map<String, List<Bytes>> changed) {
    List<String> all =
        changed.entrySet().stream()
            .flatMap(
                index ->
                    index.getValue().stream().map(key -> index.getKey() + ":" + KeyText.of(key)))
            .toList();
    String shown = String.join(" ", all.subList(0, Math.min(SHOWN_KEYS, all.size())));
    return all.size() <= SHOWN_KEYS
        ? shown
        : "%s and %s more".formatted(shown, Text.of(all.size() - SHOWN_KEYS));
  }
}
