package dev.cairn.cli.command;

import dev.cairn.api.Scope;
import dev.cairn.api.idempotency.IdempotencyRecords;
import dev.cairn.api.idempotency.IdempotencyRecords.Found;
import dev.cairn.api.idempotency.IdempotencySettings;
import dev.cairn.api.idempotency.IdempotencyStore.Purged;
import dev.cairn.api.idempotency.Outcome;
import dev.cairn.api.idempotency.Retention;
import dev.cairn.cli.CommandException;
import dev.cairn.cli.Tool;
import dev.cairn.cli.ToolConnection;
import dev.cairn.cli.output.CommandReport;
import dev.cairn.cli.output.Serial;
import dev.cairn.cli.output.Size;
import dev.cairn.cli.output.Text;
import dev.cairn.cli.output.TextTable;
import dev.cairn.core.CairnSettings;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is known of requests with idempotency keys. */
@Command(
    name = "idempotency",
    synopsisSubcommandLabel = "COMMAND",
    description = "Shows and purges the records of requests with idempotency keys.",
    footer = {
      "  cairn idempotency list acme/sales",
      "  cairn idempotency capacity --rate 200",
      "  cairn idempotency purge --dry-run"
    })
final class IdempotencyCommands extends Group {
  private static final int PURGE_BATCH = 500;

  private final Tool tool;

  IdempotencyCommands(Tool tool) {
    this.tool = tool;
  }

  private static Optional<Scope> scope(
      Optional<CatalogAddress> address, ToolConnection connection) {
    return address.map(each -> each.scope(connection.cairn()));
  }

  @Command(
      name = "list",
      description = "Lists records of a catalog, or of all. Scans them.",
      footer = {"  cairn idempotency list", "  cairn idempotency list acme/sales --limit 20"})
  void list(
      @Parameters(
              arity = "0..1",
              paramLabel = CatalogAddress.LABEL,
              description = "The catalog; all if it is left out.")
          Optional<CatalogAddress> address,
      @Option(
              names = {"-n", "--limit"},
              paramLabel = "N",
              defaultValue = "1000",
              description = "How many to list at most (${DEFAULT-VALUE}).")
          int limit,
      @Mixin WatchOptions watch) {
    if (limit < 1) {
      throw CommandException.usage("--limit has to be 1 or more, not " + limit);
    }
    watch.look(tool, connection -> list(connection, address, limit));
  }

  private void list(ToolConnection connection, Optional<CatalogAddress> address, int limit) {
    TextTable table =
        new TextTable("scope", "request", "state", "status", "acceptedAt", "expiresAt", "owner")
            .leavingOut("expiresAt", "acceptedAt", "owner");
    boolean[] isMore = {false};
    long damaged =
        records(connection)
            .each(
                scope(address, connection),
                found -> {
                  tool.interruption().check();
                  isMore[0] = table.size() >= limit;
                  if (!isMore[0]) {
                    table.row(
                        "@" + found.scope(),
                        found.name(),
                        state(found),
                        found.outcome().map(Outcome::status).map(Serial::new),
                        found.info().acceptedAt(),
                        found.info().expiresAt(),
                        found.info().owner());
                  }
                  return !isMore[0];
                });
    CommandReport report = new CommandReport().with("records", table);
    if (tool.output().isJson()) {
      report.with("isComplete", !isMore[0]).with("damaged", damaged);
    }
    tool.output().print(report);
    if (damaged > 0) {
      tool.console().say("%s records are damaged and were left out".formatted(Text.of(damaged)));
    }
    if (isMore[0] && !tool.output().isJson()) {
      tool.console().say("there are more; raise --limit to see them");
    }
  }

  private static IdempotencyRecords records(ToolConnection connection) {
    return connection.cairn().idempotency().records();
  }

  private static String state(Found found) {
    return found.isOver() ? "over" : found.info().isFinal() ? "final" : "in-progress";
  }

  @Command(
      name = "show",
      description = "Shows the record of a request, by its name as list prints it.",
      footer = "  cairn idempotency show acme/sales by:ann/createTable/%%2Fv1%%2Ftables/key-1")
  void show(
      @Parameters(paramLabel = CatalogAddress.LABEL, description = "The catalog.")
          CatalogAddress address,
      @Parameters(paramLabel = "REQUEST", description = "The request.") String name) {
    try (ToolConnection connection = tool.store().openToRead()) {
      Found found =
          records(connection)
              .find(address.scope(connection.cairn()), name)
              .orElseThrow(
                  () ->
                      CommandException.notFound(
                          "there is no record of '%s' in %s; list them by: cairn idempotency list %s"
                              .formatted(name, address, address)));
      tool.output()
          .print(
              new CommandReport()
                  .with("scope", "@" + found.scope())
                  .with("request", found.name())
                  .with("state", state(found))
                  .with("fingerprint", found.info().fingerprint().hex())
                  .with("acceptedAt", found.info().acceptedAt())
                  .with("expiresAt", found.info().expiresAt())
                  .with("leaseUntil", found.info().leaseUntil())
                  .with("owner", found.info().owner())
                  .with("takeovers", found.info().takeovers())
                  .with("status", found.outcome().map(Outcome::status).map(Serial::new))
                  .with("contentType", found.outcome().flatMap(Outcome::contentType))
                  .with("resourceId", found.outcome().flatMap(Outcome::resourceId))
                  .with(
                      "bodySize",
                      found.outcome().map(each -> new Size(each.body().bytes().length())))
                  .with("parts", found.parts())
                  .with("rowSize", new Size(found.bytes())));
    }
  }

  @Command(
      name = "purge",
      description = {
        "Deletes records that are past their time.",
        "One of the running processes does it once an hour, unless the database itself does. No"
            + " record that may still be needed is deleted."
      },
      footer = {
        "  cairn idempotency purge --dry-run",
        "  cairn idempotency purge acme/sales --yes"
      })
  void purge(
      @Parameters(
              arity = "0..1",
              paramLabel = CatalogAddress.LABEL,
              description = "The catalog; all if it is left out.")
          Optional<CatalogAddress> address,
      @Mixin Confirmation confirmation) {
    try (ToolConnection connection = confirmation.open(tool)) {
      Optional<Scope> scope = scope(address, connection);
      long[] examined = {0};
      long[] deleted = {0};
      boolean isDryRun = !confirmation.allows(tool, "Delete records that are past their time?");
      if (isDryRun) {
        long unused =
            records(connection)
                .each(
                    scope,
                    found -> {
                      tool.interruption().check();
                      examined[0]++;
                      deleted[0] += found.isOver() ? 1 : 0;
                      return true;
                    });
      } else {
        IdempotencyRecords.Purge purge = records(connection).purge(scope);
        Purged batch;
        do {
          tool.interruption().check();
          batch = purge.run(PURGE_BATCH);
          examined[0] += batch.examined();
          deleted[0] += batch.deleted();
        } while (!batch.isComplete());
      }
      tool.output()
          .print(
              new CommandReport()
                  .with("examined", examined[0])
                  .with("deleted", deleted[0])
                  .with("dryRun", isDryRun));
    }
  }

  @Command(
      name = "capacity",
      description = {
        "Counts records and what they hold, and estimates how many there will be.",
        "The estimate is for a rate of requests, under the configured lifetime."
      },
      footer = "  cairn idempotency capacity --rate 200 --margin 0.2")
  void capacity(
      @Option(
              names = "--rate",
              paramLabel = "N",
              description = "How many requests with keys there are per second.")
          Optional<Double> rate,
      @Option(
              names = "--margin",
              paramLabel = "PART",
              defaultValue = "0.2",
              description = "What to add for bursts (${DEFAULT-VALUE}: a fifth).")
          double margin) {
    try (ToolConnection connection = tool.store().openToRead()) {
      Tally tally = new Tally();
      tally.damaged =
          records(connection)
              .each(
                  Optional.empty(),
                  found -> {
                    tool.interruption().check();
                    return tally.add(found);
                  });
      IdempotencySettings settings = connection.cairn().idempotency().settings();
      Duration kept =
          settings
              .lifetime()
              .plus(settings.grace())
              .plus(connection.configuration().get(CairnSettings.MAX_CLOCK_SKEW));
      Optional<Long> expected = rate.map(each -> Retention.capacity(each, kept, margin));
      tool.output()
          .print(
              tally
                  .report()
                  .with("keptFor", kept)
                  .with("rate", rate)
                  .with("expectedRecords", expected)
                  .with(
                      "expectedSize",
                      expected.filter(each -> tally.records > 0).map(tally::sizeOf)));
    }
  }

  /** Counts records. */
  private static final class Tally {
    private long records;
    private long finished;
    private long over;
    private long bytes;
    private long parts;
    private long damaged;

    boolean add(Found found) {
      records++;
      finished += found.info().isFinal() ? 1 : 0;
      over += found.isOver() ? 1 : 0;
      bytes += found.bytes();
      parts += found.parts();
      return true;
    }

    Size sizeOf(long expected) {
      return new Size(Math.round((double) bytes / records * expected));
    }

    CommandReport report() {
      return new CommandReport()
          .with("records", records)
          .with("final", finished)
          .with("inProgress", records - finished)
          .with("over", over)
          .with("damaged", damaged)
          .with("parts", parts)
          .with("size", new Size(bytes));
    }
  }
}
