package dev.cairn.cli.demo;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.api.index.IndexCursor;
import dev.cairn.api.index.IndexRange;
import dev.cairn.api.index.IndexView;
import dev.cairn.api.index.Key;
import dev.cairn.cli.output.Text;
import dev.cairn.cli.sample.SampleTable;
import java.time.Duration;

/** Lists the tables a page at a time, and their namespaces without walking through the tables. */
final class ListStep {
  private static final int PAGE = 500;

  private final Story story;

  ListStep(Story story) {
    this.story = story;
  }

  void run(DemoStore demo) {
    story.chapter("listing", "Listing, by page and by level");
    IndexView<ObjectRef> tables = demo.store().current(DemoStore.MAIN).index(SampleTable.INDEX);
    long begin = System.nanoTime();
    int pages = 0;
    long keys = 0;
    Bytes last = Bytes.empty();
    boolean isMore = true;
    while (isMore) {
      // Each page begins anew, as a client that comes back with a token does.
      IndexCursor<ObjectRef> cursor = tables.list(IndexRange.all().after(last));
      int onPage = 0;
      while (onPage < PAGE && cursor.next()) {
        last = cursor.key();
        onPage++;
      }
      keys += onPage;
      isMore = onPage == PAGE;
      pages += onPage > 0 ? 1 : 0;
    }
    story.figure("pages", pages, "pages of up to %s".formatted(PAGE));
    story.figure("listed", keys, "tables on them, in order");
    story.figure("pagesTook", since(begin), "for all pages");
    byLevel(tables, keys);
  }

  private void byLevel(IndexView<ObjectRef> tables, long all) {
    long begin = System.nanoTime();
    IndexCursor<ObjectRef> cursor = tables.list(IndexRange.all());
    long namespaces = 0;
    long looked = 0;
    while (cursor.next()) {
      looked++;
      namespaces++;
      cursor.skipPast(Key.firstElements(cursor.key(), 1));
    }
    story.figure("namespaces", namespaces, "namespaces");
    story.figure("looked", looked, "keys looked at for that, of %s".formatted(Text.of(all)));
    story.figure("namespacesTook", since(begin), "for all namespaces");
    story.require(looked < all, "listing a level walked through all keys");
  }

  private static Duration since(long begin) {
    return Duration.ofNanos(System.nanoTime() - begin);
  }
}
