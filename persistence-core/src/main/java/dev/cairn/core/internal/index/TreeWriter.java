package dev.cairn.core.internal.index;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Moves changes down a tree: first into the buffers of an inner page, and from there, when the
 * buffers of a page exceed their bound, to the child with the most of them. A page is rewritten for
 * many changes at a time or not at all.
 */
final class TreeWriter {
  private final Pages pages;
  private final IndexLimits limits;
  private final PageEncoder writer;
  private final List<Long> replaced = new ArrayList<>();

  TreeWriter(Pages pages, IndexLimits limits, LongSupplier ids) {
    this.pages = pages;
    this.limits = limits;
    this.writer = new PageEncoder(limits, ids);
  }

  /** The pages to store. */
  Map<Long, byte[]> made() {
    return writer.made();
  }

  /** The stored pages whose content has moved to those of {@link #made}. */
  List<Long> replaced() {
    return List.copyOf(replaced);
  }

  /** A root without embedded changes that has those of {@code root} in its pages. */
  Root spill(Root root) {
    List<BlockEntry> changes = Runs.all(root.embedded());
    Draft draft =
        root.height() == 0
            ? new Draft.Leaf(Page.LOWEST, Runs.withoutTombstones(changes))
            : apply(root.id(), root.height() - 1, Page.LOWEST, changes);
    while (draft instanceof Draft.Inner inner && inner.children().size() == 1) {
      Child only = inner.children().get(0);
      draft = apply(only.id(), inner.level() - 1, Page.LOWEST, Runs.all(only.bufferBlock()));
    }
    List<Child> top = writer.write(draft);
    int level = draft instanceof Draft.Inner inner ? inner.level() : 0;
    while (top.size() > 1) {
      level++;
      top = writer.write(new Draft.Inner(Page.LOWEST, level, top));
    }
    return top.isEmpty() ? Root.EMPTY : Root.of(level + 1, top.get(0), List.of());
  }

  private Draft apply(long id, int level, byte[] pivot, List<BlockEntry> changes) {
    Page page = writer.takeBack(id);
    if (page == null) {
      page = pages.page(id, level);
      replaced.add(id);
    }
    if (level == 0) {
      List<BlockEntry> entries = Runs.merge(changes, Runs.all(page.block()));
      return new Draft.Leaf(pivot, Runs.withoutTombstones(entries));
    }
    List<Child> children = distribute(page.children(), changes);
    children.set(0, children.get(0).withPivot(pivot));
    flush(level, children);
    return new Draft.Inner(pivot, level, children);
  }

  private List<Child> distribute(List<Child> children, List<BlockEntry> changes) {
    List<Child> result = new ArrayList<>(children.size());
    int first = 0;
    for (int i = 0; i < children.size(); i++) {
      boolean isLast = i == children.size() - 1;
      int stop = isLast ? changes.size() : Runs.rank(changes, children.get(i + 1).pivot());
      Child child = children.get(i);
      result.add(first < stop ? withChanges(child, changes.subList(first, stop)) : child);
      first = Math.max(first, stop);
    }
    return result;
  }

  private Child withChanges(Child child, List<BlockEntry> changes) {
    List<BlockEntry> all = Runs.merge(changes, Runs.all(child.bufferBlock()));
    return child.withBuffer(writer.writeBuffer(all));
  }

  /**
   * Reduces the buffers of a page to their bound. Children beyond the fanout do not raise the
   * bound: where many changes at once split one child into a thousand, the page is about to be
   * split, and all that is left in buffers may be for the children of one part.
   */
  private void flush(int level, List<Child> children) {
    long buffered = 0;
    for (Child child : children) {
      buffered += child.buffer().length;
    }
    if (buffered > bound(children)) {
      fetchFullest(level, children, buffered - bound(children));
    }
    while (buffered > bound(children)) {
      buffered -= flushFullest(level, children);
    }
  }

  private long bound(List<Child> children) {
    return limits.bufferBytes() * (long) Math.min(children.size(), limits.fanout());
  }

  // Together, because one by one each would take a call to the database: where other processes
  // wrote the pages, they are not in the cache.
  private void fetchFullest(int level, List<Child> children, long excess) {
    List<Long> ids = new ArrayList<>();
    long left = excess;
    for (Child child : fullestFirst(children)) {
      if (left <= 0) {
        break;
      }
      left -= child.buffer().length;
      if (!writer.made().containsKey(child.id())) {
        ids.add(child.id());
      }
    }
    if (ids.size() > 1) {
      var unused = pages.pages(ids, level - 1);
    }
  }

  private static List<Child> fullestFirst(List<Child> children) {
    List<Child> sorted = new ArrayList<>(children);
    sorted.sort(Comparator.comparingInt((Child child) -> child.buffer().length).reversed());
    return sorted;
  }

  private long flushFullest(int level, List<Child> children) {
    int fullest = 0;
    for (int i = 1; i < children.size(); i++) {
      if (children.get(i).buffer().length > children.get(fullest).buffer().length) {
        fullest = i;
      }
    }
    int from = fullest;
    int to = fullest + 1;
    Draft draft = applyBuffer(level, children.get(fullest));
    while (limits.isUnderfull(draft) && to - from < children.size()) {
      if (to < children.size()) {
        draft = draft.join(applyBuffer(level, children.get(to++)));
      } else {
        draft = applyBuffer(level, children.get(--from)).join(draft);
      }
      if (draft instanceof Draft.Inner inner) {
        flush(level - 1, inner.children());
      }
    }
    List<Child> replaced = children.subList(from, to);
    long freed = replaced.stream().mapToLong(child -> child.buffer().length).sum();
    List<Child> written = writer.write(draft);
    replaced.clear();
    children.addAll(from, written);
    return freed;
  }

  private Draft applyBuffer(int level, Child child) {
    return apply(child.id(), level - 1, child.pivot(), Runs.all(child.bufferBlock()));
  }
}
