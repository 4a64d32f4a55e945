package dev.cairn.core.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.ValueSerializer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The indexes of a head. They share one bound for what the head embeds.
 *
 * <p>Roots are kept as bytes and opened when somebody asks for an index, so an index nobody here
 * knows, or one in a format of a later release, passes from head to head as it is. An index without
 * keys has no root.
 */
public final class IndexSet {
  private final SortedMap<String, Bytes> roots;
  private final Pages pages;
  private final IndexLimits limits;

  private IndexSet(SortedMap<String, Bytes> roots, Pages pages, IndexLimits limits) {
    this.roots = roots;
    this.pages = pages;
    this.limits = limits;
  }

  /** The indexes whose roots a head embeds, by name. Nothing is read of them yet. */
  public static IndexSet open(SortedMap<String, Bytes> roots, Pages pages, IndexLimits limits) {
    return new IndexSet(new TreeMap<>(roots), pages, limits);
  }

  /** The roots to embed, by name. */
  public SortedMap<String, Bytes> roots() {
    return Collections.unmodifiableSortedMap(roots);
  }

  /** The index called {@code name}; it has no keys if there is none. */
  public <V> Index<V> index(String name, ValueSerializer<V> serializer) {
    Bytes root = roots.get(name);
    return root == null ? Index.empty(pages, serializer) : Index.open(root, pages, serializer);
  }

  /** These indexes with {@code index} as the one called {@code name}. */
  public IndexSet with(String name, Index<?> index) {
    SortedMap<String, Bytes> changed = new TreeMap<>(roots);
    if (index.isEmpty()) {
      changed.remove(name);
    } else {
      changed.put(name, index.root());
    }
    return new IndexSet(changed, pages, limits);
  }

  /**
   * These indexes, embedding no more than their bound. If they are over it, the index that embeds
   * most moves all its changes to pages, then the next one, until half the bound is free: a head
   * that is nearly full after a spill would spill again too soon. A root that embeds no change
   * takes some twenty bytes, and one in a format of a later release stays as it is: a head with so
   * many of these that they alone are over the bound stays over it.
   *
   * <p>The new pages must be stored before the head, and before anybody else reads through the
   * result. They are remembered in the cache at once.
   */
  public Spilled spill(LongSupplier ids) {
    return spill(ids, name -> false);
  }

  /**
   * The same for a head that has indexes which grow at one edge only. As these rewrite one page
   * however early they are moved, they move when they alone are over an eighth of the bound, and
   * leave the rest of it to others.
   *
   * @param growsAtTheEdge whether the index of this name is of this kind
   */
  public Spilled spill(LongSupplier ids, Predicate<String> growsAtTheEdge) {
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, Bytes> root : roots.entrySet()) {
      if (root.getValue().length() > limits.embeddedBytes() / 8
          && growsAtTheEdge.test(root.getKey())) {
        names.add(root.getKey());
      }
    }
    if (names.isEmpty() && size(roots) <= limits.embeddedBytes()) {
      return new Spilled(this, List.of(), List.of());
    }
    SortedMap<String, Bytes> changed = new TreeMap<>(roots);
    TreeWriter writer = new TreeWriter(pages, limits, ids);
    names.forEach(name -> spill(name, changed, writer));
    if (size(changed) > limits.embeddedBytes()) {
      List<Map.Entry<String, Bytes>> largestFirst = new ArrayList<>(Map.copyOf(changed).entrySet());
      largestFirst.sort((a, b) -> Integer.compare(b.getValue().length(), a.getValue().length()));
      for (Map.Entry<String, Bytes> root : largestFirst) {
        if (size(changed) <= limits.embeddedBytes() / 2) {
          break;
        }
        spill(root.getKey(), changed, writer);
      }
    }
    List<IndexPage> made = new ArrayList<>();
    writer
        .made()
        .forEach(
            (id, data) -> {
              pages.remember(id, data);
              made.add(new IndexPage(id, Bytes.wrap(data)));
            });
    return new Spilled(new IndexSet(changed, pages, limits), made, writer.replaced());
  }

  private static void spill(String name, SortedMap<String, Bytes> changed, TreeWriter writer) {
    Bytes bytes = changed.get(name);
    if (bytes == null || !Root.isReadable(bytes)) {
      return;
    }
    Root root = Root.read(bytes);
    if (root.embedded().isEmpty()) {
      return;
    }
    Root spilled = writer.spill(root);
    if (spilled.isEmpty()) {
      changed.remove(name);
    } else {
      changed.put(name, spilled.bytes());
    }
  }

  private static int size(SortedMap<String, Bytes> roots) {
    int size = 0;
    for (Bytes root : roots.values()) {
      size += root.length();
    }
    return size;
  }

  /**
   * What {@link #spill} made.
   *
   * @param indexes the indexes to embed
   * @param pages the pages to store before
   * @param replaced the stored pages whose content moved into these; for {@link Pages#forget} once
   *     the new head has taken the place of the old one
   */
  public record Spilled(IndexSet indexes, List<IndexPage> pages, List<Long> replaced) {}
}
