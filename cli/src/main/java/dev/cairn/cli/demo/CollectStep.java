package dev.cairn.cli.demo;

import dev.cairn.api.Waiter;
import dev.cairn.api.check.CheckReport;
import dev.cairn.api.check.Checks;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.maintenance.CollectionReport;
import dev.cairn.cli.output.PhaseBars;
import dev.cairn.cli.output.Size;
import dev.cairn.cli.output.Text;
import dev.cairn.cli.sample.SampleTable;
import dev.cairn.core.CairnSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Collects what no state needs that is kept, and checks what is left. */
final class CollectStep {
  // The shortest that is accepted: keys live for a second or more, and less long than the grace.
  private static final Duration GRACE = Duration.ofMillis(1_200);
  private static final Duration SKEW = Duration.ofMillis(100);

  private final Story story;
  private final Path directory;

  CollectStep(Story story, Path directory) {
    this.story = story;
    this.directory = directory;
  }

  /**
   * Collects what was superseded before {@code begin}, a {@link System#nanoTime}. States are kept
   * for the seconds since then; it is a week otherwise.
   */
  void run(long begin) {
    Waiter.system().await(GRACE.plus(SKEW).minus(since(begin)));
    Duration retention = since(begin);
    story.chapter(
        "collection",
        "Collection of what no state needs that was current in the last %s"
            .formatted(Text.of(retention)));
    try (DemoStore demo = DemoStore.open(story.tool(), directory, settings(retention));
        PhaseBars phases = new PhaseBars(story.tool())) {
      long tables = count(demo);
      CollectionReport report =
          demo.cairn()
              .maintenance()
              .collect(
                  each -> phases.at(each.phase(), "rows", each.done(), each.expected().orElse(0)));
      phases.done();
      story.figure("scanned", report.scanned(), "rows looked at");
      story.figure("deleted", report.deletedInAll().rows(), "of them deleted");
      story.figure("freed", new Size(report.deletedInAll().bytes()), "in them");
      story.figure("tables", count(demo), "tables are still there");
      story.require(
          count(demo) == tables && report.deletedInAll().rows() > 0,
          "a collection took a table, or took nothing");
      check(demo);
    }
  }

  private static Duration since(long begin) {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  private static Map<String, String> settings(Duration retention) {
    return Map.of(
        CairnSettings.RETENTION.key(),
        retention.toString(),
        CairnSettings.GRACE.key(),
        GRACE.toString(),
        CairnSettings.COMMIT_TIME_LIMIT.key(),
        "PT0.1S",
        CairnSettings.MAX_CLOCK_SKEW.key(),
        SKEW.toString(),
        // This process accepts no requests, so no key of it is forgotten too soon.
        "cairn.idempotency.lifetime",
        "PT1S",
        "cairn.idempotency.grace",
        "PT0.1S");
  }

  private static long count(DemoStore demo) {
    return demo.store().current(DemoStore.MAIN).index(SampleTable.INDEX).count(IndexRange.all());
  }

  private void check(DemoStore demo) {
    story.chapter("check", "A check of all that is left, history included");
    try (PhaseBars phases = new PhaseBars(story.tool())) {
      CheckReport report =
          demo.cairn()
              .checks()
              .check(
                  Checks.Options.ALL,
                  each ->
                      phases.at(
                          "check", "objects", each.heads() + each.pages() + each.objects(), 0));
      phases.done();
      story.figure("heads", report.totals().heads(), "states");
      story.figure(
          "objects",
          report.totals().pages() + report.totals().objects(),
          "pages and objects that they need");
      story.figure("took", report.totals().elapsed(), "to read them all");
      story.figure("findings", report.findings().size(), "of them missing or damaged");
      story.require(report.isClean(), "the check found " + report.findings());
    }
  }
}
