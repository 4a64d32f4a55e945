package dev.cairn.cli.command;

import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.cli.CommandException;
import java.util.Collection;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say which state of which reference, and which of its indexes. */
final class StateOptions {
  @Option(
      names = {"-r", "--ref"},
      paramLabel = "REF",
      defaultValue = "main",
      description = "The reference (${DEFAULT-VALUE}).")
  private String reference = "main";

  @Option(
      names = "--at",
      paramLabel = "STATE",
      description = "An earlier state: " + StateAddress.FORMS + ".")
  private Optional<StateAddress> at = Optional.empty();

  @Option(
      names = {"-i", "--index"},
      paramLabel = "NAME",
      description = "The index; may be left out if there is only one.")
  private Optional<String> index = Optional.empty();

  Snapshot find(Store store, CatalogAddress address) {
    if (store.findReference(reference).isEmpty()) {
      throw UnknownNames.noReference(store, address, reference);
    }
    return at.map(state -> state.in(store, reference)).orElseGet(() -> store.current(reference));
  }

  /** The index to look at; nothing if there is none. */
  Optional<String> index(Collection<String> names) {
    if (index.isPresent() && !names.contains(index.get())) {
      throw CommandException.notFound(
          "there is no index '%s' in this state; it has: %s"
              .formatted(index.get(), String.join(", ", names)));
    }
    if (index.isEmpty() && names.size() > 1) {
      throw CommandException.usage(
          "there are several indexes; name one by --index: " + String.join(", ", names));
    }
    return index.or(() -> names.stream().findFirst());
  }
}
