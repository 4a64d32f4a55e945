package dev.cairn.cli.command;

import dev.cairn.api.store.Store;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Connection;
import picocli.CommandLine.Parameters;

/** The arguments that name a reference. */
final class ReferenceArguments {
  @Parameters(index = "0", paramLabel = CatalogAddress.LABEL, description = "The catalog.")
  @SuppressWarnings("NullAway.Init")
  private CatalogAddress address;

  @Parameters(
      index = "1",
      arity = "0..1",
      defaultValue = "main",
      paramLabel = "REF",
      description = "The reference (${DEFAULT-VALUE}).")
  private String name = "main";

  String name() {
    return name;
  }

  Store store(Connection connection) {
    return address.store(connection.cairn());
  }

  /** What to say if it is not there. */
  CommandException notFound() {
    return notFound(address, name);
  }

  static CommandException notFound(CatalogAddress address, String name) {
    return CommandException.notFound(
        "there is no reference '%s' in %s; list them by: cairn ref list %s"
            .formatted(name, address, address));
  }

  /** As messages have it. */
  @Override
  public String toString() {
    return "'%s' of %s".formatted(name, address);
  }
}
