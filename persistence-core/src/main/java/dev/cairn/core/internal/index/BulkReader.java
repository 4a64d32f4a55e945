package dev.cairn.core.internal.index;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads many keys level by level: the pages of a level are fetched together. */
final class BulkReader {
  private final Pages pages;
  private final Root root;

  BulkReader(Pages pages, Root root) {
    this.pages = pages;
    this.root = root;
  }

  <V> SortedMap<Bytes, V> getAll(Collection<Bytes> keys, Function<RawValue, V> reader) {
    SortedMap<Bytes, V> found = new TreeMap<>();
    List<Bytes> open = new ArrayList<>();
    for (Bytes key : new TreeSet<>(keys)) {
      if (!take(root.embedded(), key, key.toByteArray(), found, reader)) {
        open.add(key);
      }
    }
    Map<Long, List<Bytes>> wanted = new LinkedHashMap<>();
    if (!open.isEmpty()) {
      wanted.put(root.id(), open);
    }
    for (int level = root.height() - 1; level >= 0; level--) {
      wanted = descend(level, wanted, found, reader);
    }
    return found;
  }

  /** Reads the wanted pages of a level, and returns the wanted pages of the next one. */
  private <V> Map<Long, List<Bytes>> descend(
      int level,
      Map<Long, List<Bytes>> wanted,
      SortedMap<Bytes, V> found,
      Function<RawValue, V> reader) {
    List<Page> fetched = pages.pages(List.copyOf(wanted.keySet()), level);
    Map<Long, List<Bytes>> below = new LinkedHashMap<>();
    int position = 0;
    for (List<Bytes> keys : wanted.values()) {
      Page page = fetched.get(position++);
      for (Bytes key : keys) {
        byte[] raw = key.toByteArray();
        if (level == 0) {
          take(page.block(), key, raw, found, reader);
          continue;
        }
        int child = page.child(raw);
        if (!take(page.buffer(child), key, raw, found, reader)) {
          below.computeIfAbsent(page.childId(child), id -> new ArrayList<>()).add(key);
        }
      }
    }
    return below;
  }

  /** Whether {@code block} has an entry for the key; a value is added to the result. */
  private static <V> boolean take(
      Block block, Bytes key, byte[] raw, SortedMap<Bytes, V> found, Function<RawValue, V> reader) {
    long floor = block.floor(raw);
    if (!Block.isExact(floor)) {
      return false;
    }
    RawValue value = block.value(Block.valueOffset(floor));
    if (!value.isTombstone()) {
      found.put(key, reader.apply(value));
    }
    return true;
  }

  void prefetch(IndexRange range) {
    byte[] from = range.lower().toByteArray();
    byte[] to = Runs.bytesOrNull(range.upper());
    Set<Long> ids = Set.of(root.id());
    for (int level = root.height() - 1; level >= 0 && !ids.isEmpty(); level--) {
      Set<Long> below = new LinkedHashSet<>();
      for (Page page : pages.pages(List.copyOf(ids), level)) {
        if (level > 0) {
          addChildren(page.children(), from, to, below);
        }
      }
      ids = below;
    }
  }

  private static void addChildren(
      List<Child> children, byte[] from, byte @Nullable [] to, Set<Long> ids) {
    for (int i = 0; i < children.size(); i++) {
      boolean endsBefore =
          i + 1 < children.size() && Arrays.compareUnsigned(children.get(i + 1).pivot(), from) <= 0;
      boolean beginsAfter = to != null && Arrays.compareUnsigned(children.get(i).pivot(), to) >= 0;
      if (!endsBefore && !beginsAfter) {
        ids.add(children.get(i).id());
      }
    }
  }
}
