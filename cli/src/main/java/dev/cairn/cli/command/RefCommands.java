package dev.cairn.cli.command;

import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Store;
import dev.cairn.cli.Connection;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.Report;
import dev.cairn.cli.output.Table;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The references of a catalog. */
@Command(
    name = "ref",
    synopsisSubcommandLabel = "COMMAND",
    description = "Shows references, their logs and what changed, and takes them back.",
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
          CatalogAddress address) {
    try (Connection connection = tool.open();
        Store store = address.store(connection.cairn())) {
      Table table = new Table("name", "version", "head", "createdAt");
      for (Reference each : store.listReferences()) {
        table.row(each.name(), each.version(), hex(each.headId()), each.createdAt());
      }
      tool.output().print(new Report().with("references", table));
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
    try (Connection connection = tool.open();
        Store store = address.store(connection.cairn())) {
      print(store.createReference(name));
    }
  }

  @Command(
      name = "delete",
      description = {
        "Deletes a reference. What only it leads to is collected after the retention;",
        "until then its row remains as a tombstone."
      },
      footer = "  cairn ref delete acme/sales audit --yes")
  void delete(
      @Parameters(paramLabel = CatalogAddress.LABEL, description = "The catalog.")
          CatalogAddress address,
      @Parameters(paramLabel = "REF", description = "The reference.") String name,
      @Mixin Confirmation confirmation) {
    try (Connection connection = tool.open();
        Store store = address.store(connection.cairn())) {
      Reference found =
          store.findReference(name).orElseThrow(() -> ReferenceArguments.notFound(address, name));
      if (confirmation.allows(
          tool,
          "Delete the reference '%s' of %s at version %d?"
              .formatted(name, address, found.version()))) {
        store.deleteReference(name);
      }
      print(found);
    }
  }

  private void print(Reference reference) {
    tool.output()
        .print(
            new Report()
                .with("name", reference.name())
                .with("version", reference.version())
                .with("head", hex(reference.headId()))
                .with("createdAt", reference.createdAt()));
  }
}
