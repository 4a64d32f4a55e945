package dev.cairn.cli.command;

import dev.cairn.api.catalog.Catalog;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.catalog.Tenant;
import dev.cairn.api.index.Key;
import dev.cairn.api.store.Reference;
import dev.cairn.api.store.Store;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.Text;
import dev.cairn.core.Cairn;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/**
 * Prints the names that may stand where a command line ends, one in a line. The script of {@link
 * CompletionCommand} asks for them. Only looks, like every command that lists.
 */
@Command(name = NamesCommand.NAME, hidden = true)
final class NamesCommand implements Runnable {
  static final String NAME = "names";

  private static final int MOST = 1_000;

  private final Tool tool;

  @Parameters(arity = "0..*", description = "The words after the name of the tool, the last begun.")
  private List<String> words = List.of();

  NamesCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    if (words.isEmpty()) {
      return;
    }
    List<String> before = words.subList(0, words.size() - 1);
    String begun = words.get(words.size() - 1);
    CommandLine root = tool.commandLine(List.of());
    collectErrors(root);
    ParseResult parsed = root.parseArgs(before.toArray(String[]::new));
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    Optional<ArgSpec> next = next(parsed, before);
    if (next.isPresent()) {
      try (ToolConnection connection = tool.store().openToRead()) {
        names(connection.cairn(), parsed, next.get(), begun)
            .filter(name -> name.startsWith(begun) && Text.visible(name).equals(name))
            .limit(MOST)
            .forEach(tool.output()::print);
      }
    }
  }

  // A line that is still being written lacks what is required.
  private static void collectErrors(CommandLine line) {
    line.getCommandSpec().parser().collectErrors(true);
    line.getSubcommands().values().forEach(NamesCommand::collectErrors);
  }

  /** What the word that is begun stands for: the value of an option, or an argument. */
  private static Optional<ArgSpec> next(ParseResult parsed, List<String> before) {
    CommandSpec spec = parsed.commandSpec();
    if (!before.isEmpty()) {
      OptionSpec option = spec.optionsMap().get(before.get(before.size() - 1));
      if (option != null && option.arity().min() > 0) {
        return Optional.of(option);
      }
    }
    int position =
        parsed.matchedPositionals().stream().mapToInt(each -> each.stringValues().size()).sum();
    return spec.positionalParameters().stream()
        .filter(each -> each.index().contains(position))
        .map(ArgSpec.class::cast)
        .findFirst();
  }

  private Stream<String> names(Cairn cairn, ParseResult parsed, ArgSpec next, String begun) {
    CommandSpec command = parsed.commandSpec();
    String group = command.parent() == null ? "" : command.parent().name();
    boolean isNew = command.name().equals("create");
    return switch (next.paramLabel()) {
      case CatalogAddress.LABEL -> catalogs(cairn.catalogs(), begun);
      case "TENANT" -> tenants(cairn.catalogs());
      case "REF" -> isNew ? Stream.empty() : references(cairn, parsed);
      case "NAME" -> {
        if (!next.isPositional() || isNew) {
          yield Stream.empty();
        }
        yield switch (group) {
          case "tenant" -> tenants(cairn.catalogs());
          case "task" -> cairn.tasks().list().stream().map(TaskStatus::name);
          default -> Stream.empty();
        };
      }
      default -> Stream.empty();
    };
  }

  private static Stream<String> tenants(Catalogs catalogs) {
    return Lists.all(catalogs::listTenants).map(Tenant::name);
  }

  /** First tenants with a slash, and if only one is left, its catalogs. */
  private static Stream<String> catalogs(Catalogs catalogs, String begun) {
    List<Tenant> owners =
        Lists.all(catalogs::listTenants)
            .filter(each -> isBegin(begun, KeyText.of(Key.of(each.name())) + "/"))
            .limit(MOST)
            .toList();
    return owners.size() == 1
        ? Lists.all(page -> catalogs.listCatalogs(owners.get(0).name(), page))
            .map(each -> address(owners.get(0), each))
        : owners.stream().map(each -> KeyText.of(Key.of(each.name())) + "/");
  }

  private static boolean isBegin(String begun, String owner) {
    return owner.startsWith(begun) || begun.startsWith(owner);
  }

  private static String address(Tenant owner, Catalog catalog) {
    return new CatalogAddress(false, owner.name(), catalog.name()).toString();
  }

  private static Stream<String> references(Cairn cairn, ParseResult parsed) {
    Optional<CatalogAddress> address =
        parsed.matchedPositionals().stream()
            .map(each -> each.<Object>getValue())
            .filter(CatalogAddress.class::isInstance)
            .map(CatalogAddress.class::cast)
            .findFirst();
    if (address.isEmpty()) {
      return Stream.empty();
    }
    try (Store store = address.get().store(cairn)) {
      return store.listReferences().stream().map(Reference::name);
    }
  }
}
