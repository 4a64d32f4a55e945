package dev.cairn.cli.command;

import dev.cairn.api.CairnException;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.output.TextTable;
import dev.cairn.core.internal.codec.Codec;
import dev.cairn.core.internal.codec.FormatLevel;
import dev.cairn.core.internal.codec.Trees;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.RetainedHead;
import dev.cairn.core.internal.head.RetainedHeads;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.objects.RawObjects;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.turn.TurnList;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows all there is to know of a reference. */
@Command(
    name = "show",
    description = {
      "Shows a reference: its state, its indexes and its earlier heads.",
      "The turns are the nodes of the processes that wait to commit to it, the first in line first;"
          + " 'lease list' shows which processes they are.",
      "The heads are those that its row remembers, each with whether it can still be read. This also works when the current head is lost or damaged."
    },
    footer = "  cairn ref show acme/sales main")
final class RefShowCommand implements Runnable {
  private final Tool tool;

  @Mixin private ReferenceArguments.Optional reference = new ReferenceArguments.Optional();

  RefShowCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    try (ToolConnection connection = tool.store().openToRead();
        Store store = reference.store(connection)) {
      ReferenceRow row =
          connection
              .backend()
              .readReference(new ReferenceKey(store.scope(), reference.name()), ReadMode.STRONG)
              .orElseThrow(() -> reference.notFound(store));
      CommandReport report =
          new CommandReport()
              .with("name", reference.name())
              .with("scope", "@" + store.scope())
              .with("version", new Serial(row.version()))
              .with(
                  "head",
                  new HeadNames(connection.backend(), store.scope())
                      .of(row.headId(), row.version()))
              .with("createdAt", instant(row.createdAtMicros()))
              .with(
                  "deletedAt",
                  row.isTombstone()
                      ? Optional.of(instant(row.deletedAtMicros().orElseThrow()))
                      : Optional.empty())
              .with("turns", turns(row));
      if (!row.isTombstone()) {
        report.with("indexes", indexes(store));
      }
      report.with("earlierHeads", earlierHeads(connection, store.scope(), row));
      tool.output().print(report);
    }
  }

  // By node, as in a list of leases.
  private static Optional<String> turns(ReferenceRow row) {
    TurnList list = TurnList.ofBytes(row.turns());
    return list.isEmpty() ? Optional.empty() : Optional.of(list.toString());
  }

  private TextTable indexes(Store store) {
    TextTable table = new TextTable("name", "keys");
    try {
      Snapshot current = store.current(reference.name());
      for (String name : current.indexNames()) {
        table.row(name, current.index(name, StoredValue.SERIALIZER).count(IndexRange.all()));
      }
    } catch (CairnException e) {
      tool.console().say("the current state cannot be read: " + e.getMessage());
    }
    return table;
  }

  private static TextTable earlierHeads(ToolConnection connection, Scope scope, ReferenceRow row) {
    RawObjects objects = new RawObjects(connection.backend());
    Optional<RetainedHead> retained =
        new RetainedHeads(connection.backend(), new Codec(FormatLevel.NEWEST), Environment.system())
            .find(row.key());
    TextTable table = new TextTable("head", "time", "state");
    for (HeadVersion each : row.earlierHeads().heads()) {
      // The row may name a later version than the one at which the head became current.
      HeadId known = new HeadId(each.version(), each.headId());
      try {
        var unused =
            objects
                .find(new ObjectRef(Head.TYPE.name(), each.headId()).in(scope))
                .flatMap(found -> Trees.read(found.value()))
                .map(
                    head ->
                        table.row(
                            new HeadId(head.path("version").asLong(), each.headId()).toString(),
                            Optional.of(instant(head.path("time").asLong())),
                            "readable"))
                .orElseGet(
                    () ->
                        table.row(
                            known.toString(), Optional.empty(), absence(retained, row, each)));
      } catch (CairnException e) {
        table.row(known.toString(), Optional.empty(), "damaged");
      }
    }
    return table;
  }

  private static String absence(
      Optional<RetainedHead> retained, ReferenceRow row, HeadVersion head) {
    return retained.filter(oldest -> oldest.isExpired(row, head.version())).isPresent()
        ? "expired"
        : "missing";
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
