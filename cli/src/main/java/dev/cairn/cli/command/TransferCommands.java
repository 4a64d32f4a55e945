package dev.cairn.cli.command;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.catalog.Catalogs;
import dev.cairn.api.check.Finding;
import dev.cairn.api.transfer.ExportContents;
import dev.cairn.api.transfer.TransferReport;
import dev.cairn.api.transfer.Transfers;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.PhaseBars;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.output.Size;
import dev.cairn.cli.output.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** What the commands that take a database elsewhere have in common. */
final class TransferCommands {
  private TransferCommands() {}

  static Optional<Scope> scope(Optional<CatalogAddress> address, ToolConnection connection) {
    return address.map(each -> each.scope(connection.cairn()));
  }

  /** The scope to put rows into, if another one is named than they have. */
  static Optional<Scope> target(Optional<CatalogAddress> address, ToolConnection connection) {
    return address.map(each -> each.scopeToFill(connection.cairn()));
  }

  /** Tells people that what was imported is in no catalog. */
  static void tellIfInNoCatalog(Tool tool, ToolConnection connection, Optional<Scope> filled) {
    filled
        .filter(scope -> !scope.equals(Scope.SYSTEM))
        .filter(scope -> !isOfCatalog(connection.cairn().catalogs(), scope))
        .ifPresent(
            scope ->
                tool.console()
                    .say(
                        "the scope @%1$s belongs to no catalog here; look at it by: cairn ref list @%1$s, or import into a catalog by --into TENANT/CATALOG"
                            .formatted(scope)));
  }

  private static boolean isOfCatalog(Catalogs catalogs, Scope scope) {
    return Lists.all(catalogs::listTenants)
        .filter(tenant -> tenant.id().equals(scope.tenantId()))
        .flatMap(tenant -> Lists.all(page -> catalogs.listCatalogs(tenant.name(), page)))
        .anyMatch(catalog -> catalog.scope().equals(scope));
  }

  static Consumer<Transfers.Progress> progress(PhaseBars phases) {
    return each -> phases.at(each.phase().name(), "rows", each.rows(), 0);
  }

  static void print(Tool tool, TransferReport report) {
    CommandReport shown = describe(report.contents()).with("took", report.elapsed());
    report.check().ifPresent(check -> shown.with("isClean", check.isClean()));
    TextTable leftOut = new TextTable("scope", "reference");
    report.leftOut().forEach(each -> leftOut.row("@" + each.scope(), each.name()));
    tool.output().print(shown.with("leftOut", leftOut));
  }

  /** Ends the command with a code of its own if something damaged was left out. */
  static void failIfIncomplete(TransferReport report) {
    List<ReferenceKey> leftOut = report.leftOut();
    if (!leftOut.isEmpty()) {
      Finding first = report.findings().get(0);
      throw new CommandException(
          ExitCode.INCOMPLETE,
          "%s left out, because something it needs is lost or damaged: %s of @%s%s (%s of @%s is %s); everything else was moved. cairn check tells which keys that affects, cairn ref recover goes back to an earlier state"
              .formatted(
                  leftOut.size() == 1 ? "1 reference was" : leftOut.size() + " references were",
                  leftOut.get(0).name(),
                  leftOut.get(0).scope(),
                  leftOut.size() == 1 ? "" : " and others",
                  first.subject(),
                  first.scope(),
                  first.kind().name().toLowerCase(Locale.ROOT)));
    }
  }

  static CommandReport describe(ExportContents contents) {
    return new CommandReport()
        .with("id", contents.id())
        .with("format", new Serial(contents.format()))
        .with("formatLevel", new Serial(contents.level()))
        .with("scope", contents.scope().map(scope -> "@" + scope))
        .with("exportedAt", contents.exportedAt())
        .with("references", contents.references())
        .with("objects", contents.objects())
        .with("records", contents.records())
        .with("size", new Size(contents.bytes()));
  }
}
