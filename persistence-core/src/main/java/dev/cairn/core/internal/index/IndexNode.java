package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import java.util.ArrayList;
import java.util.List;

/**
 * Pages and objects that a root or a page points at, for walks that need neither keys nor a
 * serializer, above all garbage collection.
 *
 * <p>Values that a change further up replaced count as long as they are stored, so a walk finds
 * everything that is reachable and may find a little more.
 *
 * @param level how many levels of pages are below it
 * @param pages the pages directly below, all of them one level lower
 * @param objects the objects that its own values refer to
 */
public record IndexNode(int level, List<Long> pages, List<ObjectRef> objects) {
  /** Opens what a head embeds of an index. */
  public static IndexNode ofRoot(Bytes bytes) {
    Root root = Root.read(bytes);
    List<ObjectRef> objects = new ArrayList<>();
    addObjects(root.embedded(), objects);
    return new IndexNode(
        root.height(), root.height() > 0 ? List.of(root.id()) : List.of(), objects);
  }

  /** Opens the page stored under {@code id}. */
  public static IndexNode ofPage(long id, Bytes bytes) {
    Page page = Page.open(id, bytes);
    List<Long> pages = new ArrayList<>(page.children().size());
    List<ObjectRef> objects = new ArrayList<>();
    if (page.level() == 0) {
      addObjects(page.block(), objects);
    }
    for (Child child : page.children()) {
      pages.add(child.id());
      addObjects(child.bufferBlock(), objects);
    }
    return new IndexNode(page.level(), pages, objects);
  }

  private static void addObjects(Block block, List<ObjectRef> objects) {
    for (BlockEntry entry : new Runs.BlockEntries(block)) {
      ObjectRef reference = entry.value().reference();
      if (reference != null) {
        objects.add(reference);
      }
    }
  }
}
