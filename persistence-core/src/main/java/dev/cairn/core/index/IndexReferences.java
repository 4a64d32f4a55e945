package dev.cairn.core.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * What roots and pages point at, for the garbage collector: it needs no serializer and knows
 * nothing of the application.
 *
 * <p>Values that a change further up replaced count as long as their page holds them, so the answer
 * has everything that is reachable and may have a little more.
 */
public final class IndexReferences {
  private final LongConsumer pages;
  private final Consumer<ObjectRef> objects;

  /** Hands pages to {@code pages} and objects that values refer to to {@code objects}. */
  public IndexReferences(LongConsumer pages, Consumer<ObjectRef> objects) {
    this.pages = pages;
    this.objects = objects;
  }

  /** Reads what a head embeds of an index. */
  public void readRoot(Bytes root) {
    Root opened = Root.read(root);
    if (opened.height() > 0) {
      pages.accept(opened.id());
    }
    readValues(opened.embedded());
  }

  /** Reads the page stored under {@code id}. */
  public void readPage(long id, Bytes bytes) {
    Page page = Page.open(id, bytes);
    if (page.level() == 0) {
      readValues(page.block());
      return;
    }
    for (Child child : page.children()) {
      pages.accept(child.id());
      readValues(child.bufferBlock());
    }
  }

  private void readValues(Block block) {
    for (Entry entry : new Runs.BlockEntries(block)) {
      ObjectRef reference = entry.value().reference();
      if (reference != null) {
        objects.accept(reference);
      }
    }
  }
}
