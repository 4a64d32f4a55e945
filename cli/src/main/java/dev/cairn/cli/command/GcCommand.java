package dev.cairn.cli.command;

import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.api.maintenance.CollectionReport.Amount;
import dev.cairn.api.maintenance.CollectionReport.UnknownScope;
import dev.cairn.api.task.Tasks;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.PhaseBars;
import dev.cairn.cli.output.Size;
import dev.cairn.cli.output.TextTable;
import dev.cairn.core.CairnSettings;
import dev.cairn.core.internal.maintenance.EngineMaintenance;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Collects garbage. */
@Command(
    name = "gc",
    description = {
      "Deletes what no state needs any more that was current within the retention.",
      "Processes collect by themselves every few days; this command collects now, or waits for the process that is collecting. Objects of types that the tool does not know are kept, unless"
          + " cairn.gc.unknown-types is true."
    },
    footer = {
      "  cairn gc --dry-run",
      "  cairn gc --yes -D cairn.gc.retention=P30D -D cairn.gc.unknown-types=true"
    })
final class GcCommand implements Runnable {
  private final Tool tool;

  @Mixin private Confirmation confirmation = new Confirmation();

  GcCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    try (ToolConnection connection = confirmation.open(tool)) {
      collect(tool, connection, confirmation);
    }
  }

  /** Collects, or says what that would do, and prints what it did. */
  static void collect(Tool tool, ToolConnection connection, Confirmation confirmation) {
    Tasks tasks = connection.cairn().tasks();
    WaitNotice notice = new WaitNotice(tool);
    try (PhaseBars phases = new PhaseBars(tool)) {
      boolean isAllowed =
          confirmation.allows(
              tool,
              "Delete what no state needs that was current within %s?"
                  .formatted(connection.configuration().get(CairnSettings.RETENTION)));
      CollectionReport report =
          isAllowed
              ? connection
                  .cairn()
                  .maintenance()
                  .collect(
                      each -> {
                        if (each.phase().equals("wait")) {
                          notice.show(tasks.find(EngineMaintenance.TASK));
                        } else {
                          tell(phases, each);
                        }
                      })
              : connection.cairn().maintenance().preview(each -> tell(phases, each));
      phases.done();
      tool.output().print(describe(report));
    }
  }

  private static void tell(
      PhaseBars phases, dev.cairn.api.maintenance.Maintenance.Progress progress) {
    phases.at(progress.phase(), "rows", progress.done(), progress.expected().orElse(0));
  }

  /** What a collection did. */
  static CommandReport describe(CollectionReport report) {
    TextTable scopes = new TextTable("scope", "rows", "size");
    for (UnknownScope each : report.unknownScopes()) {
      scopes.row(
          "@" + each.tenantId() + "/" + each.catalogId(),
          each.amount().rows(),
          new Size(each.amount().bytes()));
    }
    Amount all = report.deletedInAll();
    return new CommandReport()
        .with("dryRun", report.isPreview())
        .with("startedAt", report.startedAt())
        .with("cutoff", report.cutoff())
        .with("references", report.references())
        .with("heads", report.heads())
        .with("reachable", report.marked())
        .with("scanned", report.scanned())
        .with("deletedRows", all.rows())
        .with("deletedSize", new Size(all.bytes()))
        .with("young", report.young())
        .with("removedTombstones", report.removedTombstones())
        .with("deleted", amounts(report.deleted()))
        .with("unknownTypes", amounts(report.unknownTypes()))
        .with("unknownScopes", scopes);
  }

  private static TextTable amounts(Map<String, Amount> byType) {
    TextTable table = new TextTable("type", "rows", "size");
    byType.forEach((type, amount) -> table.row(type, amount.rows(), new Size(amount.bytes())));
    return table;
  }
}
