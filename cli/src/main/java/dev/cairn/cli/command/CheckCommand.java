package dev.cairn.cli.command;

import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.check.Finding;
import dev.cairn.api.check.Finding.Affected;
import dev.cairn.api.check.Finding.KeyRange;
import dev.cairn.api.task.TaskStatus;
import dev.cairn.api.task.Tasks;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.ExitCode;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.PhaseBars;
import dev.cairn.cli.output.Size;
import dev.cairn.cli.output.TextTable;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks that everything is there and undamaged. */
@Command(
    name = "check",
    description = {
      "Reads everything that references lead to, and reports what is missing or damaged.",
      "Names the keys and the states that this affects. Changes nothing, unless --record keeps the"
          + " result. Ends with 6 if something is wrong."
    },
    footer = {"  cairn check", "  cairn check acme/sales --no-history --json"})
final class CheckCommand implements Runnable {
  /** Under which the last result is kept. */
  static final String TASK = "cairn.check";

  private final Tool tool;

  @Parameters(
      arity = "0..1",
      paramLabel = CatalogAddress.LABEL,
      description = "The catalog; all of the database if it is left out.")
  private Optional<CatalogAddress> address = Optional.empty();

  @Option(names = "--no-history", description = "Checks current states only.")
  private boolean noHistory;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "4",
      description = "How many threads read (${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--record",
      description =
          "Keeps the result as the task cairn.check, for cairn doctor. Needs to write, unlike a check"
              + " without it.")
  private boolean isRecorded;

  CheckCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    Checks.Options options = Checks.Options.ALL.withParallelism(threads);
    try (ToolConnection connection = isRecorded ? tool.store().open() : tool.store().openToRead();
        PhaseBars phases = new PhaseBars(tool)) {
      Checks.Options scoped =
          address.map(each -> options.of(each.scope(connection.cairn()))).orElse(options);
      CheckReport report =
          connection
              .cairn()
              .checks()
              .check(
                  noHistory ? scoped.withoutHistory() : scoped,
                  each ->
                      phases.at(
                          "check", "objects", each.heads() + each.pages() + each.objects(), 0));
      phases.done();
      if (isRecorded) {
        record(connection.cairn().tasks(), report);
      }
      tool.output().print(describe(report));
      if (!report.isClean()) {
        throw new CommandException(
            report.findings().isEmpty() ? ExitCode.FAILED : ExitCode.DAMAGED,
            "%s%s"
                .formatted(
                    problems(report.findings().size() + report.furtherFindings()),
                    report.complete() ? "" : ", and not everything was checked"));
      }
    }
  }

  private void record(Tasks tasks, CheckReport report) {
    String found =
        report.isClean()
            ? "clean"
            : problems(report.findings().size() + report.furtherFindings())
                + (report.complete() ? "" : ", not everything was checked");
    String of = address.map(Object::toString).orElse("all");
    TaskStatus begun = tasks.submit(TASK, of);
    Tasks.Offer offer =
        tasks.run(
            TASK,
            context -> "%s (%s%s)".formatted(found, of, noHistory ? ", without history" : ""));
    if (offer != Tasks.Offer.ENDED) {
      tool.console()
          .say(
              "warning: the result was not recorded as run %s of %s: %s"
                  .formatted(begun.run(), TASK, offer));
    }
  }

  private static String problems(long count) {
    return count == 1
        ? "1 problem was found"
        : String.format(Locale.ROOT, "%,d problems were found", count);
  }

  /** What a check found. */
  static CommandReport describe(CheckReport report) {
    Checks.Progress totals = report.totals();
    TextTable findings = new TextTable("kind", "scope", "subject", "problem", "affected");
    for (Finding each : report.findings()) {
      findings.row(
          each.kind(),
          "@" + each.scope(),
          each.subject(),
          each.problem(),
          each.affected().stream().map(CheckCommand::text).toList());
    }
    return new CommandReport()
        .with("isClean", report.isClean())
        .with("isComplete", report.complete())
        .with("references", totals.references())
        .with("heads", totals.heads())
        .with("pages", totals.pages())
        .with("objects", totals.objects())
        .with("size", new Size(totals.bytes()))
        .with("took", totals.elapsed())
        .with("expiredHeads", report.expiredHeads())
        .with("furtherFindings", report.furtherFindings())
        .with("findings", findings);
  }

  private static String text(Affected affected) {
    String state = "%s@%s".formatted(affected.reference(), affected.version());
    String index = affected.index().map(name -> " " + name).orElse("");
    String keys = affected.keys().map(range -> " " + text(range)).orElse("");
    return state + index + keys;
  }

  private static String text(KeyRange range) {
    if (range.isOne()) {
      return KeyText.of(range.from());
    }
    String from = range.from().isEmpty() ? "" : "from " + KeyText.bound(range.from());
    String to = range.to().map(end -> "to before " + KeyText.bound(end)).orElse("");
    return from.isEmpty() && to.isEmpty() ? "all keys" : (from + " " + to).strip();
  }
}
