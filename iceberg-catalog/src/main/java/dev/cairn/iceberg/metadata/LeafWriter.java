package dev.cairn.iceberg.metadata;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Writes leaves with their side-cars, and remembers where snapshots are. */
final class LeafWriter {
  /** The characters of JSON that the tail of a state holds at most. */
  static final int TAIL_CHARACTERS = 4 << 10;

  /** The characters of JSON in a large leaf, about. */
  static final int LEAF_CHARACTERS = 64 << 10;

  /** The number of young leaves that become large ones. */
  static final int MAX_YOUNG = 16;

  private final MetadataSink sink;
  private final Map<Long, SnapshotPlace> written = new HashMap<>();

  LeafWriter(MetadataSink sink) {
    this.sink = sink;
  }

  Map<Long, SnapshotPlace> written() {
    return written;
  }

  /** How many of {@code elements}, the newest ones of a table, stay in its state. */
  static int inTail(List<SnapshotElement> elements) {
    if (size(elements) <= TAIL_CHARACTERS) {
      return elements.size();
    }
    // The newest snapshot stays if it fits: it is the one that most loads need.
    SnapshotElement newest = elements.get(elements.size() - 1);
    return newest.json().length() <= TAIL_CHARACTERS ? 1 : 0;
  }

  static int size(List<SnapshotElement> elements) {
    return elements.stream().mapToInt(element -> element.json().length()).sum();
  }

  /** Writes {@code elements} to leaves of at most {@value #LEAF_CHARACTERS} characters, if any. */
  List<LeafEntry> leaves(List<SnapshotElement> elements, StatisticsSidecar statistics) {
    List<LeafEntry> entries = new ArrayList<>();
    int from = 0;
    while (from < elements.size()) {
      int to = from + 1;
      int size = elements.get(from).json().length();
      while (to < elements.size() && size + elements.get(to).json().length() < LEAF_CHARACTERS) {
        size += 1 + elements.get(to).json().length();
        to++;
      }
      entries.add(leaf(elements.subList(from, to), statistics));
      from = to;
    }
    return entries;
  }

  private LeafEntry leaf(List<SnapshotElement> elements, StatisticsSidecar statistics) {
    SnapshotLeaf leaf = SnapshotLeaf.of(elements);
    ObjectRef ref = sink.put(leaf);
    for (int slot = 0; slot < elements.size(); slot++) {
      written.put(elements.get(slot).id(), new SnapshotPlace(ref.id(), slot));
    }
    return new LeafEntry(
        ref.id(),
        elements.size(),
        leaf.json().length(),
        Bytes.empty(),
        sidecar(statistics.only(ids(elements))),
        Prints.pack(elements.stream().map(element -> Prints.of(element.id())).toList()),
        Prints.pack(
            elements.stream()
                .map(SnapshotElement::key)
                .filter(Objects::nonNull)
                .map(key -> Prints.of(key.id()))
                .toList()));
  }

  /** Writes {@code sidecar}; zero if it is empty. */
  long sidecar(StatisticsSidecar sidecar) {
    return sidecar.hasNone() ? 0 : sink.put(sidecar).id();
  }

  /** Writes {@code entries} as pages. */
  List<Long> pages(List<LeafEntry> entries) {
    List<Long> pages = new ArrayList<>();
    for (int from = 0; from < entries.size(); from += LeafDirectory.MAX_ENTRIES) {
      int to = Math.min(entries.size(), from + LeafDirectory.MAX_ENTRIES);
      pages.add(sink.put(new LeafDirectory(List.copyOf(entries.subList(from, to)))).id());
    }
    return pages;
  }

  static Set<Long> ids(List<SnapshotElement> elements) {
    Set<Long> ids = new HashSet<>();
    elements.forEach(element -> ids.add(element.id()));
    return ids;
  }
}
