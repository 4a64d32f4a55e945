package dev.cairn.cli.command;

import dev.cairn.api.index.Key;
import dev.cairn.api.store.Store;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.ToolConnection;
import dev.cairn.iceberg.server.ServerSettings;
import picocli.CommandLine.Parameters;

/** The arguments that name a reference. */
abstract class ReferenceArguments {
  /** Those of a command that needs no others. */
  static final class Optional extends ReferenceArguments {
    @Parameters(
        index = "1",
        arity = "0..1",
        defaultValue = "main",
        paramLabel = "REF",
        description = "The reference (${DEFAULT-VALUE}).")
    private String name = "main";

    @Override
    String name() {
      return name;
    }
  }

  /** Those of a command with more arguments after them, so that none can be left out. */
  static final class Required extends ReferenceArguments {
    @Parameters(index = "1", paramLabel = "REF", description = "The reference.")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Override
    String name() {
      return name;
    }
  }

  @Parameters(index = "0", paramLabel = CatalogAddress.LABEL, description = "The catalog.")
  @SuppressWarnings("NullAway.Init")
  private CatalogAddress address;

  abstract String name();

  /** The store that has it. */
  Store store(ToolConnection connection) {
    return address.store(connection.cairn());
  }

  /** Makes sure that it is there, with a message that helps if not. */
  void checkThere(Store store) {
    if (store.findReference(name()).isEmpty()) {
      throw notFound(store);
    }
  }

  /** What to say if it is not there. */
  CommandException notFound(Store store) {
    return UnknownNames.noReference(store, address, name());
  }

  /** The same command for warehouses. */
  String warehouseCommand(String command, String options) {
    return address.isScope()
        ? "cairn warehouse %s NAME %s".formatted(command, options)
        : "cairn -D %s=%s warehouse %s %s %s"
            .formatted(
                ServerSettings.TENANT.key(),
                KeyText.of(Key.of(address.tenant())),
                command,
                KeyText.of(Key.of(address.catalog())),
                options);
  }

  /** As messages have it. */
  @Override
  public String toString() {
    return "'%s' of %s".formatted(name(), address);
  }
}
