package dev.cairn.cli.demo;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexRange;
import dev.cairn.cli.output.ProgressBar;
import dev.cairn.cli.output.Text;
import dev.cairn.cli.sample.Load;
import dev.cairn.cli.sample.SampleLatencies;
import dev.cairn.cli.sample.SampleTable;
import java.util.Locale;

/** Many writers create tables, each by a commit of its own. */
final class LoadStep {
  private final Story story;
  private final int tables;
  private final int writers;

  LoadStep(Story story, int tables, int writers) {
    this.story = story;
    this.tables = tables;
    this.writers = writers;
  }

  static String namespace(int table) {
    return String.format(Locale.ROOT, "region-%02d", table % 20);
  }

  static String name(int table) {
    return String.format(Locale.ROOT, "orders_%05d", table / 20);
  }

  void run(DemoStore demo) {
    story.chapter(
        "commits",
        "%s tables, each created by a commit of its own, by %s writers at once"
            .formatted(Text.of(tables), writers));
    long before = demo.groups().count();
    double commitsBefore = demo.groups().totalAmount();
    SampleLatencies latencies;
    try (ProgressBar progress = new ProgressBar(story.tool().console(), "tables", tables)) {
      latencies =
          new Load(writers, story.tool().interruption(), progress::at)
              .run(tables, each -> create(demo, each));
    }
    long swaps = demo.groups().count() - before;
    double commits = demo.groups().totalAmount() - commitsBefore;
    long found =
        demo.store().current(DemoStore.MAIN).index(SampleTable.INDEX).count(IndexRange.all());
    story.figure("tables", found, "tables are there");
    story.figure("commitsPerSecond", latencies.perSecond(), "commits a second, each on the disk");
    story.figure("swaps", swaps, "moves of the reference: commits that meet share one");
    story.figure("commitsPerSwap", commits / Math.max(1, swaps), "commits shared one on average");
    story.figure("median", latencies.percentile(0.5), "half of the commits were done within");
    story.figure("p99", latencies.percentile(0.99), "99 of 100 within");
    story.require(
        found == tables, "%s tables were created, and %s are there".formatted(tables, found));
  }

  private static void create(DemoStore demo, int table) {
    String namespace = namespace(table);
    String name = name(table);
    var unused =
        demo.store()
            .commit(
                DemoStore.MAIN,
                workspace -> {
                  ObjectRef ref = workspace.put(SampleTable.of(namespace, name));
                  workspace.index(SampleTable.INDEX).put(SampleTable.key(namespace, name), ref);
                  workspace.message("create %s.%s".formatted(namespace, name));
                  return ref;
                });
  }
}
