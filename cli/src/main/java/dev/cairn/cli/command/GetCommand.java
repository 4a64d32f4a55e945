package dev.cairn.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectId;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Size;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.objects.RawObjects;
import dev.cairn.core.internal.objects.RawObjects.RawObject;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one object. */
@Command(
    name = "get",
    description = {
      "Shows any object as JSON.",
      "Also those of the engine, and of types that only applications know. Name it as ls does,"
          + " TYPE/ID, or by its type and --name if it has one, or by --key."
    },
    footer = {
      "  cairn get acme/sales --key warehouse/orders",
      "  cairn get acme/sales table/0123456789abcdef",
      "  cairn get @cairn/system cairn.task --name cairn.gc"
    })
final class GetCommand implements Runnable {
  private final Tool tool;

  @Parameters(index = "0", paramLabel = CatalogAddress.LABEL, description = "The catalog.")
  @SuppressWarnings("NullAway.Init")
  private CatalogAddress address;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TYPE/ID",
      description = "The object; only its type if --name is given.")
  private Optional<String> object = Optional.empty();

  @Option(names = "--name", paramLabel = "NAME", description = "The full name of the object.")
  private Optional<String> name = Optional.empty();

  @Option(names = "--key", paramLabel = "KEY", description = "The object that this key leads to.")
  private Optional<String> key = Optional.empty();

  @Mixin private StateOptions state = new StateOptions();

  GetCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    if (object.isPresent() == key.isPresent() || (name.isPresent() && object.isEmpty())) {
      throw CommandException.usage("name one object: TYPE/ID, or TYPE --name NAME, or --key KEY");
    }
    try (ToolConnection connection = tool.store().openToRead();
        Store store = address.store(connection.cairn())) {
      ObjectKey found = key.isPresent() ? byKey(store) : byName(store.scope());
      RawObjects objects = new RawObjects(connection.backend());
      // Its row is all text, forever, and in no envelope.
      CommandReport report =
          found.equals(FormatLevel.KEY)
              ? objects.findRow(found).map(GetCommand::describe).orElseThrow(() -> missing(found))
              : objects.find(found).map(GetCommand::describe).orElseThrow(() -> missing(found));
      tool.json().print(report);
    }
  }

  private ObjectKey byKey(Store store) {
    Bytes wanted = KeyText.parse(key.orElseThrow());
    Snapshot snapshot = state.find(store, address);
    Optional<String> index = state.index(snapshot.indexNames());
    StoredValue value =
        index
            .flatMap(each -> snapshot.index(each, StoredValue.SERIALIZER).get(wanted))
            .orElseThrow(
                () ->
                    CommandException.notFound(
                        "there is no key '%s' in this state".formatted(KeyText.of(wanted))));
    ObjectRef ref = value.reference();
    if (ref == null) {
      throw CommandException.notFound(
          "the key '%s' leads to no object; its value is %s"
              .formatted(KeyText.of(wanted), IndexValues.text(value)));
    }
    return ref.in(store.scope());
  }

  private ObjectKey byName(Scope scope) {
    String text = object.orElseThrow();
    if (name.isPresent()) {
      return new ObjectKey(scope, text, ObjectId.ofName(name.get()));
    }
    int slash = text.lastIndexOf('/');
    // A head may be named as the log prints it, with its version.
    String id = text.substring(slash + 1).replaceFirst("^[0-9]+-", "");
    if (slash < 1 || !id.matches("[0-9a-fA-F]{16}|[0-9a-fA-F]{64}")) {
      throw CommandException.usage(
          "'%s' is not TYPE/ID, as ls prints it: an ID has 16 or 64 hexadecimal digits"
              .formatted(text));
    }
    return new ObjectKey(scope, text.substring(0, slash), ObjectId.ofBytes(Bytes.ofHex(id)));
  }

  private static CommandException missing(ObjectKey key) {
    return CommandException.notFound("there is no object %s".formatted(key));
  }

  private static CommandReport describe(ObjectRow row) {
    return describe(row, new TextNode(row.value().toUtf8()));
  }

  private static CommandReport describe(RawObject found) {
    return describe(found.row(), ObjectTree.of(found))
        .with("name", found.envelope().name())
        .with("chunks", found.chunks())
        .with(
            "references", found.envelope().references().stream().map(ObjectRef::toString).toList());
  }

  private static CommandReport describe(ObjectRow row, JsonNode value) {
    return new CommandReport()
        .with("scope", "@" + row.key().scope())
        .with("type", row.key().type())
        .with("id", row.key().id().toString())
        .with("updateable", row.token().isPresent())
        .with("createdAt", RefShowCommand.instant(row.createdAtMicros()))
        .with(
            "expiresAt",
            row.expiresAtMicros().isPresent()
                ? Optional.of(RefShowCommand.instant(row.expiresAtMicros().getAsLong()))
                : Optional.empty())
        .with("rowSize", new Size(row.value().length()))
        .with("value", value);
  }
}
