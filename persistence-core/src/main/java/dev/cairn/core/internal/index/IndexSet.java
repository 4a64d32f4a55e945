package dev.cairn.core.internal.index;

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
 * <p>Roots are kept as bytes and opened on demand, so an index that this process does not know, or
 * one in a format of a later release, passes from head to head unchanged. An index without keys has
 * no root.
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

  /** The indexes whose roots a head embeds, by name. Opens none of them. */
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
    return withAll(Map.of(name, index));
  }

  /** These indexes with some replaced, by name. */
  public IndexSet withAll(Map<String, ? extends Index<?>> indexes) {
    SortedMap<String, Bytes> changed = new TreeMap<>(roots);
    indexes.forEach(
        (name, index) -> {
          if (index.isEmpty()) {
            changed.remove(name);
          } else {
            changed.put(name, index.root());
          }
        });
    return new IndexSet(changed, pages, limits);
  }

  /**
   * These indexes, embedding no more than their bound. If they exceed it, the index that embeds
   * most moves all its changes to pages, then the next one, until half the bound is free: a head
   * that is nearly full after a spill would spill again too soon. A root that embeds no change
   * takes some twenty bytes, and one in a format of a later release stays unchanged: a head with so
   * many of these that they alone exceed the bound stays over it. A spill reads each root once or
   * twice, and opens those that embed changes.
   *
   * <p>The new pages must be stored before the head, and before any other thread reads through the
   * result. They are cached immediately.
   */
  public Spilled spill(LongSupplier ids) {
    return spill(ids, name -> false);
  }

  /**
   * Spills a head with indexes that grow at one edge only. As these rewrite one page however early
   * they are moved, they move when they alone exceed an eighth of the bound, and leave the rest of
   * it to other indexes.
   *
   * @param growsAtTheEdge whether the index of this name is of this kind
   */
  public Spilled spill(LongSupplier ids, Predicate<String> growsAtTheEdge) {
    int looks = 0;
    long size = 0;
    List<Map.Entry<String, Bytes>> edges = new ArrayList<>();
    for (Map.Entry<String, Bytes> root : roots.entrySet()) {
      looks++;
      size += root.getValue().length();
      if (root.getValue().length() > limits.embeddedBytes() / 8
          && growsAtTheEdge.test(root.getKey())) {
        edges.add(root);
      }
    }
    if (edges.isEmpty() && size <= limits.embeddedBytes()) {
      return new Spilled(this, List.of(), List.of(), looks);
    }
    SortedMap<String, Bytes> changed = new TreeMap<>(roots);
    TreeWriter writer = new TreeWriter(pages, limits, ids);
    for (Map.Entry<String, Bytes> root : edges) {
      looks++;
      size -= spill(root, changed, writer);
    }
    if (size > limits.embeddedBytes()) {
      looks += changed.size();
      for (Map.Entry<String, Bytes> root : largestFirst(changed)) {
        if (size <= limits.embeddedBytes() / 2) {
          break;
        }
        looks++;
        size -= spill(root, changed, writer);
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
    return new Spilled(new IndexSet(changed, pages, limits), made, writer.replaced(), looks);
  }

  // Of thousands of roots, nearly all embed nothing: only the others are sorted.
  private static List<Map.Entry<String, Bytes>> largestFirst(SortedMap<String, Bytes> roots) {
    List<Map.Entry<String, Bytes>> embedding = new ArrayList<>();
    for (Map.Entry<String, Bytes> root : roots.entrySet()) {
      if (Root.mayEmbed(root.getValue())) {
        embedding.add(Map.entry(root.getKey(), root.getValue()));
      }
    }
    embedding.sort((a, b) -> Integer.compare(b.getValue().length(), a.getValue().length()));
    return embedding;
  }

  /** Moves the changes of a root to pages; returns how many bytes that frees in the head. */
  private static int spill(
      Map.Entry<String, Bytes> embedding, SortedMap<String, Bytes> changed, TreeWriter writer) {
    Bytes bytes = embedding.getValue();
    if (!Root.isReadable(bytes)) {
      return 0;
    }
    Root root = Root.read(bytes);
    if (root.embedded().isEmpty()) {
      return 0;
    }
    Root spilled = writer.spill(root);
    if (spilled.isEmpty()) {
      changed.remove(embedding.getKey());
      return bytes.length();
    }
    changed.put(embedding.getKey(), spilled.bytes());
    return bytes.length() - spilled.bytes().length();
  }

  /**
   * Result of {@link #spill}.
   *
   * @param indexes the indexes to embed
   * @param pages the pages to store before the head
   * @param replaced the stored pages whose content moved into these; for {@link Pages#forget} once
   *     the new head has replaced the old one
   * @param looks how often a root was read: the cost of a spill besides its pages
   */
  public record Spilled(IndexSet indexes, List<IndexPage> pages, List<Long> replaced, int looks) {}
}
