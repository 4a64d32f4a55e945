package dev.cairn.cli.command;

import dev.cairn.api.Scope;
import dev.cairn.api.transfer.ExportContents;
import dev.cairn.api.transfer.TransferProgress;
import dev.cairn.api.transfer.TransferReport;
import dev.cairn.cli.Connection;
import dev.cairn.cli.Tool;
import dev.cairn.cli.output.Phases;
import dev.cairn.cli.output.Report;
import dev.cairn.cli.output.Size;
import java.util.Optional;
import java.util.function.Consumer;

/** What the commands that take a database elsewhere have in common. */
final class TransferCommands {
  private TransferCommands() {}

  static Optional<Scope> scope(Optional<CatalogAddress> address, Connection connection) {
    return address.map(each -> each.scope(connection.cairn()));
  }

  static Consumer<TransferProgress> progress(Phases phases) {
    return each -> phases.at(each.phase().name(), "rows", each.rows(), 0);
  }

  static void print(Tool tool, TransferReport report) {
    Report shown = describe(report.contents()).with("took", report.elapsed());
    report.check().ifPresent(check -> shown.with("isClean", check.isClean()));
    tool.output().print(shown);
  }

  static Report describe(ExportContents contents) {
    return new Report()
        .with("id", contents.id())
        .with("format", contents.format())
        .with("formatLevel", contents.level())
        .with("scope", contents.scope().map(scope -> "@" + scope))
        .with("exportedAt", contents.exportedAt())
        .with("references", contents.references())
        .with("objects", contents.objects())
        .with("records", contents.records())
        .with("size", new Size(contents.bytes()));
  }
}
