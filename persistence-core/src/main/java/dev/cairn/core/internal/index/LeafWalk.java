package dev.cairn.core.internal.index;

import dev.cairn.api.index.IndexRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Walk over the leaves of a range in order. Of the changes that pages above buffer, those for a
 * leaf are searched and merged when the leaf is reached: the others may never be needed. So reading
 * a leaf merges two lists, however high the tree.
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
    final Page page;
    final List<Child> children;

    // The changes that pages above buffer for this one, newest first.
    final List<Block> above;
    final @Nullable Node parent;
    final int positionInParent;
    int first;
    int last;

    Node(int level, Page page, List<Block> above, @Nullable Node parent, int positionInParent) {
      this.level = level;
      this.page = page;
      this.children = page.children();
      this.above = above;
      this.parent = parent;
      this.positionInParent = positionInParent;
      this.last = children.size() - 1;
    }

    // The pivot of the first child is below all keys: its page may begin later. Bounds are looked
    // up when they are needed: in a large tree, reading the pivots of a path means waiting for
    // memory.
    byte[] start(int child) {
      if (child > 0) {
        return children.get(child).pivot();
      }
      return parent == null ? Page.LOWEST : parent.start(positionInParent);
    }

    byte @Nullable [] end(int child) {
      if (child + 1 < children.size()) {
        return children.get(child + 1).pivot();
      }
      return parent == null ? null : parent.end(positionInParent);
    }

    /** Whether a child that {@link #narrow} left may have no key of the range. */
    boolean isAtAnEnd(int child) {
      return child == 0 || child == children.size() - 1;
    }

    /** The changes that this page and those above it buffer for a child, newest first. */
    List<Block> pending(int child) {
      Block buffer = page.buffer(child);
      if (buffer.isEmpty()) {
        return above;
      }
      List<Block> pending = new ArrayList<>(above.size() + 1);
      pending.addAll(above);
      pending.add(buffer);
      return pending;
    }

    /** Keeps only children that have keys from {@code from} to before {@code to}. */
    void narrow(byte[] from, byte @Nullable [] to) {
      if (from.length > 0) {
        first = Math.max(first, Math.min(last, page.child(from)));
      }
      if (to != null) {
        int child = page.child(to);
        boolean isEmpty = child > 0 && isNotAfter(to, children.get(child).pivot());
        last = Math.min(last, Math.max(first, isEmpty ? child - 1 : child));
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
    // Without this, the way down to where an empty range would be is read for nothing.
    boolean isEmpty = to != null && isNotAfter(to, from);
    while (!isEmpty && !path.isEmpty()) {
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
    List<Block> embedded = List.of(root.embedded());
    if (root.height() == 0 || skip.test(root.id())) {
      return new Segment(Block.EMPTY, merged(embedded, from, to), from, to);
    }
    if (root.height() == 1) {
      Block leaf = pages.page(root.id(), 0).block();
      return new Segment(leaf, merged(embedded, from, to), from, to);
    }
    push(root.id(), root.height() - 1, embedded, null, 0);
    return null;
  }

  private @Nullable Segment enter(Node node, int position) {
    long child = node.page.childId(position);
    boolean isSkipped = skip.test(child);
    if (node.level > 1 && !isSkipped && !node.isAtAnEnd(position)) {
      push(child, node.level - 1, node.pending(position), node, position);
      return null;
    }
    byte[] start = node.start(position);
    byte @Nullable [] end = node.end(position);
    byte[] low = max(from, start);
    byte @Nullable [] high = min(to, end);
    if (high != null && Arrays.compareUnsigned(low, high) >= 0) {
      return null;
    }
    if (isSkipped) {
      return new Segment(Block.EMPTY, merged(node.pending(position), low, high), low, high);
    }
    if (node.level > 1) {
      push(child, node.level - 1, node.pending(position), node, position);
      return null;
    }
    // The leaf and the changes buffered for it alone have no keys outside their page's bounds, so
    // only the bounds of the range are searched there.
    byte[] fromInLeaf = low == start ? Page.LOWEST : low;
    byte @Nullable [] toInLeaf = high == end ? null : high;
    Block leaf = leaf(node, position).block();
    List<BlockEntry> pending =
        Runs.merge(
            merged(node.above, low, high),
            Runs.slice(node.page.buffer(position), fromInLeaf, toInLeaf));
    return new Segment(leaf, pending, fromInLeaf, toInLeaf);
  }

  private static List<BlockEntry> merged(
      List<Block> newestFirst, byte[] low, byte @Nullable [] high) {
    List<BlockEntry> merged = List.of();
    for (Block block : newestFirst) {
      merged = Runs.merge(merged, Runs.slice(block, low, high));
    }
    return merged;
  }

  private Page leaf(Node node, int position) {
    long id = node.page.childId(position);
    Page page = ahead.isEmpty() ? null : ahead.remove(id);
    if (page == null) {
      page = pages.find(id, 0);
    }
    if (page == null) {
      readAhead(node, position);
      page = Objects.requireNonNull(ahead.remove(id));
    }
    return page;
  }

  private void push(
      long id, int level, List<Block> pending, @Nullable Node parent, int positionInParent) {
    Node node = new Node(level, pages.page(id, level), pending, parent, positionInParent);
    node.narrow(from, to);
    path.push(node);
  }

  /**
   * Fetches the next leaves together with one that must be fetched: one more each time, as a short
   * listing needs only one and a long one needs them all.
   */
  private void readAhead(Node node, int position) {
    List<Long> ids = new ArrayList<>();
    int step = descending ? -1 : 1;
    for (int i = position;
        ids.size() < readAhead
            && i >= Math.min(node.first, position)
            && i <= Math.max(node.last, position);
        i += step) {
      long id = node.page.childId(i);
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
