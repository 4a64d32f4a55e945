package dev.cairn.core.internal.maintenance;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import dev.cairn.core.internal.index.IndexNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Marks what an index needs that the same index in the next head does not. The cost grows with what
 * changed between them.
 *
 * <p>Both trees are walked together, level by level, and a page that both have is skipped with all
 * below it: the newer head is marked already. A page below one that only the older tree has can be
 * in the newer tree only below one that only the newer tree has, as no page has two parents in one
 * tree; comparing the children of these two kinds of pages therefore finds all shared pages.
 */
final class IndexMark {
  // Trees that differ in more pages are walked without comparison, so that memory stays bounded.
  private static final int MOST_PAGES = 4096;
  private static final int REMEMBERED = 1024;

  private final ScopeMark scope;
  private final int mostPages;
  private final Map<Long, IndexNode> remembered =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, IndexNode> eldest) {
          return size() > REMEMBERED;
        }
      };

  IndexMark(ScopeMark scope) {
    this(scope, MOST_PAGES);
  }

  /**
   * @param mostPages the most pages of both trees together that are compared
   */
  IndexMark(ScopeMark scope, int mostPages) {
    this.scope = scope;
    this.mostPages = mostPages;
  }

  /**
   * Marks an index.
   *
   * @param newer the root of the same index in the next head, which is marked completely; null if
   *     that head has no such index, or there is no next head
   */
  void mark(Bytes root, @Nullable Bytes newer) {
    IndexNode mine = IndexNode.ofRoot(root);
    if (newer == null) {
      scope.markObjects(mine.objects());
      scope.markPages(mine.pages());
    } else if (!root.equals(newer)) {
      markDifference(new Side(mine), new Side(IndexNode.ofRoot(newer)));
    }
  }

  /** The pages of one tree that the other may not have, by level, and what they refer to. */
  private static final class Side {
    private final Map<Integer, Set<Long>> pages = new HashMap<>();
    private final List<ObjectRef> objects = new ArrayList<>();
    private int size;

    Side(IndexNode root) {
      add(root);
    }

    void add(IndexNode node) {
      objects.addAll(node.objects());
      if (!node.pages().isEmpty()) {
        at(node.level() - 1).addAll(node.pages());
        size += node.pages().size();
      }
    }

    void remove(int level, Set<Long> shared) {
      at(level).removeAll(shared);
      size -= shared.size();
    }

    Set<Long> at(int level) {
      return pages.computeIfAbsent(level, none -> new HashSet<>());
    }

    int top() {
      return pages.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
    }
  }

  private void markDifference(Side mine, Side newer) {
    for (int level = Math.max(mine.top(), newer.top()); level >= 0; level--) {
      Set<Long> shared = new HashSet<>(mine.at(level));
      shared.retainAll(newer.at(level));
      mine.remove(level, shared);
      newer.remove(level, shared);
      if (mine.size + newer.size > mostPages) {
        for (int rest = level; rest >= 0; rest--) {
          scope.markPages(mine.at(rest));
        }
        break;
      }
      read(mine.at(level)).forEach(mine::add);
      read(newer.at(level)).forEach(newer::add);
    }
    Set<ObjectRef> replaced = new HashSet<>(mine.objects);
    newer.objects.forEach(replaced::remove);
    scope.markObjects(replaced);
  }

  private Collection<IndexNode> read(Set<Long> ids) {
    List<Long> missing = ids.stream().filter(id -> !remembered.containsKey(id)).toList();
    Map<Long, IndexNode> nodes = new HashMap<>();
    if (!missing.isEmpty()) {
      nodes.putAll(scope.readPages(missing));
    }
    for (Long id : ids) {
      IndexNode known = remembered.get(id);
      if (known != null) {
        nodes.put(id, known);
      }
    }
    remembered.putAll(nodes);
    return nodes.values();
  }
}
