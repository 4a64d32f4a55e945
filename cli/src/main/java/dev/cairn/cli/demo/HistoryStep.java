package dev.cairn.cli.demo;

import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.ValueSerializer;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.Snapshot;
import dev.cairn.api.store.Store;
import dev.cairn.cli.output.Text;
import dev.cairn.cli.sample.SampleTable;
import java.time.Duration;

/** Looks at the log and at a state of before. */
final class HistoryStep {
  private final Story story;
  private final HeadId before;
  private final long keysBefore;

  /**
   * @param before a head that was current earlier
   * @param keysBefore how many tables there were
   */
  HistoryStep(Story story, HeadId before, long keysBefore) {
    this.story = story;
    this.before = before;
    this.keysBefore = keysBefore;
  }

  void run(DemoStore demo) {
    story.chapter("history", "History, and a look at the state before the crash");
    Store store = demo.store();
    for (LogEntry entry : store.log(DemoStore.MAIN, 3).entries()) {
      story.say("%s  %s".formatted(entry.id().head(), entry.message()));
    }
    long begin = System.nanoTime();
    Snapshot then = store.at(DemoStore.MAIN, before);
    long tablesThen = then.index(SampleTable.INDEX).count(IndexRange.all());
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    Snapshot now = store.current(DemoStore.MAIN);
    long tablesNow = now.index(SampleTable.INDEX).count(IndexRange.all());
    IndexDiff<ObjectRef> diff = then.diff(now, SampleTable.INDEX, ValueSerializer.references());
    long different = 0;
    while (diff.next()) {
      different++;
    }
    story.figure("heads", now.version() - then.version(), "heads ago");
    story.figure("tablesThen", tablesThen, "tables were there then, found in " + Text.of(took));
    story.figure("tablesNow", tablesNow, "are there now");
    story.figure("different", different, "keys differ: what the killed process created");
    story.require(
        tablesThen == keysBefore && tablesThen + different == tablesNow,
        "the state of before has %s tables instead of %s".formatted(tablesThen, keysBefore));
  }
}
