package dev.cairn.core.internal.index;

import dev.cairn.api.index.IndexRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Walk over the leaves of a range in order. Changes that pages above buffer for a leaf are merged
 * once on the way down, so reading a leaf merges two lists, however high the tree.
 */
final class LeafWalk {
  private static final int MAX_READ_AHEAD = 16;

  private final Pages pages;
  private final Root root;
  private final boolean descending;
  private final LongPredicate skip;
  private final Deque<Node> path = new ArrayDeque<>();

  // Leaves that were fetched and not reached yet: the cache may have evicted them meanwhile.
  private final Map<Long, Page> ahead = new HashMap<>();
  private byte[] from;
  private byte @Nullable [] to;
  private boolean started;
  private int readAhead = 1;

  /** A walk that treats pages for which {@code skip} holds as if they were empty. */
  LeafWalk(Pages pages, Root root, IndexRange range, LongPredicate skip) {
    this.pages = pages;
    this.root = root;
    this.from = range.lower().toByteArray();
    this.to = Runs.bytesOrNull(range.upper());
    this.descending = range.isDescending();
    this.skip = skip;
  }

  /** An inner page on the path, and how far it has been walked. */
  private static final class Node {
    final int level;
    final List<Child> children;
    final List<BlockEntry> pending;
    final byte @Nullable [] end;
    int first;
    int last;

    Node(int level, List<Child> children, List<BlockEntry> pending, byte @Nullable [] end) {
      this.level = level;
      this.children = children;
      this.pending = pending;
      this.end = end;
      this.last = children.size() - 1;
    }

    byte @Nullable [] end(int child) {
      return child + 1 < children.size() ? children.get(child + 1).pivot() : end;
    }

    /** Keeps only children that have keys from {@code from} to before {@code to}. */
    void narrow(byte[] from, byte @Nullable [] to) {
      while (first < last && isNotAfter(children.get(first + 1).pivot(), from)) {
        first++;
      }
      while (to != null && first < last && isNotAfter(to, children.get(last).pivot())) {
        last--;
      }
    }
  }

  /**
   * The next leaf with what is pending for it, or null if there is none. If a page cannot be
   * fetched, the walk does not move, and the next call tries that page again: a caller that
   * continues after a failure must not miss a leaf.
   */
  @Nullable Segment next() {
    if (!started) {
      Segment whole = start();
      started = true;
      if (whole != null) {
        return whole;
      }
    }
    while (!path.isEmpty()) {
      Node node = path.peek();
      if (node.first > node.last) {
        path.pop();
        continue;
      }
      Segment segment = enter(node, descending ? node.last : node.first);
      if (descending) {
        node.last--;
      } else {
        node.first++;
      }
      if (segment != null) {
        return segment;
      }
    }
    return null;
  }

  /** Skips all keys before {@code from} and from {@code to} on. */
  void narrow(byte[] from, byte @Nullable [] to) {
    this.from = max(this.from, from);
    this.to = min(this.to, to);
    readAhead = 1;
    for (Node node : path) {
      if (node.first <= node.last) {
        node.narrow(this.from, this.to);
      }
    }
  }

  /** Goes to the topmost page, or returns its segment if the tree is a single leaf. */
  private @Nullable Segment start() {
    List<BlockEntry> embedded = Runs.slice(root.embedded(), from, to);
    if (root.height() <= 1) {
      return leaf(root.id(), root.height() == 0, embedded, from, to);
    }
    if (skip.test(root.id())) {
      return new Segment(Block.EMPTY, embedded, from, to);
    }
    push(root.id(), root.height() - 1, embedded, null);
    return null;
  }

  private @Nullable Segment enter(Node node, int position) {
    Child child = node.children.get(position);
    byte @Nullable [] end = node.end(position);
    byte[] low = max(from, child.pivot());
    byte @Nullable [] high = min(to, end);
    if (high != null && Arrays.compareUnsigned(low, high) >= 0) {
      return null;
    }
    List<BlockEntry> pending =
        Runs.merge(Runs.slice(node.pending, low, high), Runs.slice(child.bufferBlock(), low, high));
    if (node.level == 1) {
      if (!skip.test(child.id())) {
        readAhead(node, position);
      }
      return leaf(child.id(), false, pending, low, high);
    }
    if (skip.test(child.id())) {
      return new Segment(Block.EMPTY, pending, low, high);
    }
    push(child.id(), node.level - 1, pending, end);
    return null;
  }

  private Segment leaf(
      long id, boolean isNone, List<BlockEntry> pending, byte[] low, byte @Nullable [] high) {
    if (isNone || skip.test(id)) {
      return new Segment(Block.EMPTY, pending, low, high);
    }
    Page fetched = ahead.remove(id);
    Page page = fetched != null ? fetched : pages.page(id, 0);
    return new Segment(page.block(), pending, low, high);
  }

  private void push(long id, int level, List<BlockEntry> pending, byte @Nullable [] end) {
    Node node = new Node(level, pages.page(id, level).children(), pending, end);
    node.narrow(from, to);
    path.push(node);
  }

  /**
   * Fetches the next leaves together with one that must be fetched: one more each time, as a short
   * listing needs only one and a long one needs them all.
   */
  private void readAhead(Node node, int position) {
    long wanted = node.children.get(position).id();
    if (ahead.containsKey(wanted) || pages.isCached(wanted)) {
      return;
    }
    List<Long> ids = new ArrayList<>();
    int step = descending ? -1 : 1;
    for (int i = position;
        ids.size() < readAhead
            && i >= Math.min(node.first, position)
            && i <= Math.max(node.last, position);
        i += step) {
      long id = node.children.get(i).id();
      if (!skip.test(id)) {
        ids.add(id);
      }
    }
    List<Page> fetched = pages.pages(ids, 0);
    ahead.clear();
    for (int i = 0; i < fetched.size(); i++) {
      ahead.put(ids.get(i), fetched.get(i));
    }
    readAhead = Math.min(MAX_READ_AHEAD, readAhead * 2);
  }

  private static boolean isNotAfter(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right) <= 0;
  }

  static byte[] max(byte[] left, byte[] right) {
    return isNotAfter(left, right) ? right : left;
  }

  static byte @Nullable [] min(byte @Nullable [] left, byte @Nullable [] right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return isNotAfter(left, right) ? left : right;
  }
}
