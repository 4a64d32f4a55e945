package dev.cairn.iceberg.metadata;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the snapshots of a table of which any may have been removed or added.
 *
 * <p>An expired snapshot sets a bit in its leaf's entry. A leaf that is less than half live is
 * written again, together with small neighbours.
 */
final class SnapshotRewriter {
  private static final int SMALL_LEAF_CHARACTERS = LeafWriter.LEAF_CHARACTERS / 8;

  private final @Nullable TableReader table;
  private final LeafWriter writer;
  private final Set<Long> live;
  private final Set<Long> keys;
  private final StatisticsSidecar statistics;

  /**
   * @param table the earlier state; null if the table is new
   * @param live the IDs of the earlier snapshots that the table still has
   * @param keys the positions of the encryption keys that the table has now
   * @param statistics all statistics that the table has now
   */
  SnapshotRewriter(
      @Nullable TableReader table,
      MetadataSink sink,
      Set<Long> live,
      Set<Long> keys,
      StatisticsSidecar statistics) {
    this.table = table;
    this.writer = new LeafWriter(sink);
    this.live = live;
    this.keys = keys;
    this.statistics = statistics;
  }

  /**
   * A leaf as it will be: an entry that stays, or snapshots to be written.
   *
   * @param kept the entry with its new bits; null if the snapshots are written to new leaves
   */
  private record Part(@Nullable LeafEntry kept, List<SnapshotElement> elements) {
    boolean isSmall() {
      return LeafWriter.size(elements) < SMALL_LEAF_CHARACTERS;
    }
  }

  SnapshotLists write(List<SnapshotElement> added) {
    List<Part> old = table == null ? List.of() : coalesced(parts(table.inDirectory()));
    List<Part> young = table == null ? List.of() : parts(table.state().young());
    List<SnapshotElement> newest = table == null ? new ArrayList<>() : tail(table.state());
    newest.addAll(added);
    int kept = LeafWriter.inTail(newest);
    List<SnapshotElement> sealed = new ArrayList<>(newest.subList(0, newest.size() - kept));
    List<SnapshotElement> tail = newest.subList(newest.size() - kept, newest.size());
    boolean isMerge =
        young.stream().anyMatch(part -> part.kept() == null)
            || LeafWriter.size(sealed) > LeafWriter.LEAF_CHARACTERS
            || (!sealed.isEmpty() && young.size() + 1 >= LeafWriter.MAX_YOUNG);
    List<Part> directory = new ArrayList<>(old);
    List<Part> inState = new ArrayList<>();
    if (isMerge) {
      List<SnapshotElement> merged = new ArrayList<>();
      young.forEach(part -> merged.addAll(part.elements()));
      merged.addAll(sealed);
      boolean isLarge = LeafWriter.size(merged) > LeafWriter.LEAF_CHARACTERS / 2;
      (isLarge ? directory : inState).add(new Part(null, merged));
    } else {
      inState.addAll(young);
      inState.add(new Part(null, sealed));
    }
    return new SnapshotLists(
        pages(entries(directory)),
        entries(inState),
        tail,
        sidecar(table == null ? 0 : table.state().tailStatistics(), tail),
        writer.written());
  }

  private List<SnapshotElement> tail(TableState state) {
    List<SnapshotElement> kept = new ArrayList<>();
    for (SnapshotElement element : state.tail().elements()) {
      if (live.contains(element.id())) {
        kept.add(withoutRemovedKey(element));
      }
    }
    return kept;
  }

  private SnapshotElement withoutRemovedKey(SnapshotElement element) {
    StoredKey key = element.key();
    return key == null || keys.contains(key.position()) ? element : element.withKey(null);
  }

  private List<Part> parts(List<LeafEntry> entries) {
    List<Part> parts = new ArrayList<>();
    List<SnapshotLeaf> leaves = table == null ? List.of() : table.leaves(entries);
    for (int i = 0; i < leaves.size(); i++) {
      LeafEntry entry = entries.get(i);
      BitSet removed = entry.removedSlots();
      List<SnapshotElement> elements = new ArrayList<>();
      boolean isSame = true;
      int slot = 0;
      for (SnapshotElement element : leaves.get(i).elements()) {
        if (!removed.get(slot) && live.contains(element.id())) {
          elements.add(withoutRemovedKey(element));
          isSame &= elements.get(elements.size() - 1).equals(element);
        } else {
          removed.set(slot);
        }
        slot++;
      }
      if (!elements.isEmpty()) {
        boolean isKept = isSame && elements.size() * 2 >= entry.count();
        parts.add(new Part(isKept ? entry.with(removed, entry.statistics()) : null, elements));
      }
    }
    return parts;
  }

  /** Joins parts that are written again with each other and with small neighbours. */
  private static List<Part> coalesced(List<Part> parts) {
    List<Part> joined = new ArrayList<>();
    for (Part part : parts) {
      Part last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (last != null
          && (part.kept() == null || last.kept() == null)
          && (part.kept() == null || part.isSmall())
          && (last.kept() == null || last.isSmall())) {
        List<SnapshotElement> elements = new ArrayList<>(last.elements());
        elements.addAll(part.elements());
        joined.set(joined.size() - 1, new Part(null, elements));
      } else {
        joined.add(part);
      }
    }
    return joined;
  }

  private List<LeafEntry> entries(List<Part> parts) {
    List<LeafEntry> entries = new ArrayList<>();
    for (Part part : parts) {
      LeafEntry kept = part.kept();
      if (kept == null) {
        entries.addAll(writer.leaves(part.elements(), statistics));
      } else {
        entries.add(kept.with(kept.removedSlots(), sidecar(kept.statistics(), part.elements())));
      }
    }
    return entries;
  }

  /** The side-car of {@code elements}: the one there was if it is the same. */
  private long sidecar(long before, List<SnapshotElement> elements) {
    StatisticsSidecar now = statistics.only(LeafWriter.ids(elements));
    if (before != 0 && table != null && table.sidecar(before).equals(now)) {
      return before;
    }
    return writer.sidecar(now);
  }

  private List<Long> pages(List<LeafEntry> entries) {
    if (table != null && entries.equals(table.inDirectory())) {
      return table.state().directory();
    }
    return writer.pages(entries);
  }

  /** The places of all snapshots in leaves that stay. */
  Map<Long, SnapshotPlace> oldPlaces() {
    Map<Long, SnapshotPlace> places = new HashMap<>();
    if (table != null) {
      List<LeafEntry> entries = table.entries();
      List<SnapshotLeaf> leaves = table.leaves(entries);
      for (int i = 0; i < entries.size(); i++) {
        BitSet removed = entries.get(i).removedSlots();
        for (int slot = 0; slot < leaves.get(i).count(); slot++) {
          if (!removed.get(slot)) {
            places.put(leaves.get(i).id(slot), new SnapshotPlace(entries.get(i).leaf(), slot));
          }
        }
      }
    }
    return places;
  }
}
