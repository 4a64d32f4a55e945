package dev.cairn.cli.command;

import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Store;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.output.TextTable;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The references of a catalog. */
@Command(
    name = "ref",
    synopsisSubcommandLabel = "COMMAND",
    description = "Shows references, their logs and their changes, and resets them.",
    footer = {
      "  cairn ref list acme/sales",
      "  cairn ref log acme/sales main --limit 5",
      "  cairn ref diff acme/sales main PT1H"
    })
final class RefCommands extends Group {
  private final Tool tool;

  RefCommands(Tool tool) {
    this.tool = tool;
  }

  @Command(
      name = "list",
      description = "Lists the references of a catalog. May scan all references of the database.",
      footer = {"  cairn ref list acme/sales", "  cairn ref list @cairn/system"})
  void list(
      @Parameters(paramLabel = CatalogAddress.LABEL, description = "The catalog.")
          CatalogAddress address,
      @Mixin WatchOptions watch) {
    watch.look(tool, connection -> list(connection, address));
  }

  private void list(ToolConnection connection, CatalogAddress address) {
    try (Store store = address.store(connection.cairn())) {
      TextTable table = new TextTable("name", "version", "head", "createdAt");
      HeadNames heads = new HeadNames(connection.backend(), store.scope());
      for (Reference each : store.listReferences()) {
        tool.interruption().check();
        table.row(
            each.name(),
            new Serial(each.version()),
            heads.of(each.headId(), each.version()),
            each.createdAt());
      }
      tool.output().print(new CommandReport().with("references", table));
    }
  }

  static Optional<String> hex(OptionalLong id) {
    return id.isPresent() ? Optional.of("%016x".formatted(id.getAsLong())) : Optional.empty();
  }

  @Command(
      name = "create",
      description = "Creates an empty reference.",
      footer = "  cairn ref create acme/sales audit")
  void create(
      @Parameters(paramLabel = CatalogAddress.LABEL, description = "The catalog.")
          CatalogAddress address,
      @Parameters(paramLabel = "REF", description = "What to call it.") String name) {
    try (ToolConnection connection = tool.store().open();
        Store store = address.store(connection.cairn())) {
      print(connection, store, store.createReference(name));
    }
  }

  @Command(
      name = "delete",
      description = {
        "Deletes a reference.",
        "Objects that only it leads to are collected after the retention; until then its row remains as a tombstone."
      },
      footer = "  cairn ref delete acme/sales audit --yes")
  void delete(
      @Parameters(paramLabel = CatalogAddress.LABEL, description = "The catalog.")
          CatalogAddress address,
      @Parameters(paramLabel = "REF", description = "The reference.") String name,
      @Mixin Confirmation confirmation) {
    try (ToolConnection connection = confirmation.open(tool);
        Store store = address.store(connection.cairn())) {
      Reference found =
          store
              .findReference(name)
              .orElseThrow(() -> UnknownNames.noReference(store, address, name));
      if (confirmation.allows(
          tool,
          "Delete the reference '%s' of %s at version %s?"
              .formatted(name, address, found.version()))) {
        store.deleteReference(name);
      }
      print(connection, store, found);
    }
  }

  private void print(ToolConnection connection, Store store, Reference reference) {
    HeadNames heads = new HeadNames(connection.backend(), store.scope());
    tool.output()
        .print(
            new CommandReport()
                .with("name", reference.name())
                .with("version", new Serial(reference.version()))
                .with("head", heads.of(reference.headId(), reference.version()))
                .with("createdAt", reference.createdAt()));
  }
}
