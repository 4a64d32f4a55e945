package dev.cairn.cli.command;

import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.iceberg.catalog.IcebergCatalog;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes a reference back to an earlier state. */
@Command(
    name = "reset",
    description = {
      "Gives a reference the content of one of its earlier heads again, as a new commit.",
      "First checks that everything that state needs is there, also in a dry run. Requests that were finished since then are not executed again. The previous state stays in the log.",
      "Not for the state of a warehouse: that is what warehouse reset is for."
    },
    footer = {
      "  cairn ref log acme/sales main",
      "  cairn ref reset acme/sales main 17-0123456789abcdef --message 'undo the import'",
      "  cairn ref reset acme/sales main --at 1h --dry-run"
    })
final class RefResetCommand implements Runnable {
  private final Tool tool;

  @Mixin private ReferenceArguments.Required reference = new ReferenceArguments.Required();

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "HEAD",
      description = "The head to go back to, as the log or ref show prints it.")
  private Optional<HeadId> named = Optional.empty();

  @Option(
      names = "--at",
      paramLabel = "STATE",
      description = "The state to go back to, in place of HEAD: " + StateAddress.FORMS + ".")
  private Optional<StateAddress> at = Optional.empty();

  @Option(
      names = {"-m", "--message"},
      paramLabel = "TEXT",
      description = "The message in the log.")
  private Optional<String> message = Optional.empty();

  @Option(
      names = "--bare",
      description =
          "Also resets the state of a warehouse. Its tables may then name files that are deleted, and"
              + " share locations.")
  private boolean isBare;

  @Mixin private Confirmation confirmation = new Confirmation();

  RefResetCommand(Tool tool) {
    this.tool = tool;
  }

  private Snapshot target(Store store) {
    return at.map(state -> state.in(store, reference.name()))
        .orElseGet(() -> store.at(reference.name(), named.orElseThrow()));
  }

  /** A bare reset would break the agreement of a warehouse with its files. */
  private void checkNoWarehouse(HeadId head, Snapshot target, Snapshot current) {
    if (!isBare
        && reference.name().equals(Catalogs.MAIN)
        && (IcebergCatalog.isCatalog(target) || IcebergCatalog.isCatalog(current))) {
      throw CommandException.usage(
          "the reference %s is the state of a warehouse: a bare reset brings back locations that may have other owners by now, and dropped tables whose files may be deleted; use: %s; or add --bare to reset it anyway"
              .formatted(reference, reference.warehouseCommand("reset", "--at " + head)));
    }
  }

  @Override
  public void run() {
    if (named.isPresent() == at.isPresent()) {
      throw CommandException.usage("name one state to go back to: HEAD, or --at STATE");
    }
    try (ToolConnection connection = confirmation.open(tool);
        Store store = reference.store(connection)) {
      reference.checkThere(store);
      Snapshot target = target(store);
      HeadId head = target.head().orElseThrow();
      store.checkReset(reference.name(), head); // before the question
      Snapshot current = store.current(reference.name());
      checkNoWarehouse(head, target, current);
      CommandReport report =
          new CommandReport()
              .with("from", current.head().map(HeadId::toString))
              .with("to", head.toString())
              .with("stateOf", target.time());
      boolean isAllowed =
          confirmation.allows(
              tool,
              "Take the reference %s back to %s, the state of %s?"
                  .formatted(reference, head, target.time().orElseThrow()));
      Optional<CommitId> commit =
          isAllowed
              ? Optional.of(
                  store.resetReference(reference.name(), head, message.orElse("reset to " + head)))
              : Optional.empty();
      tool.output().print(report.with("newHead", commit.map(id -> id.head().toString())));
    }
  }
}
