package dev.cairn.iceberg.metadata;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the objects of one state, each at most once. Belongs to one thread. */
final class TableReader {
  private final MetadataReader reader;
  private final TableState state;
  private @Nullable TableDefinition definition;
  private @Nullable List<RefPosition> refs;
  private @Nullable List<LeafEntry> inDirectory;
  private final Map<Long, SnapshotLeaf> leaves = new HashMap<>();

  TableReader(MetadataReader reader, TableState state) {
    this.reader = reader;
    this.state = state;
  }

  TableState state() {
    return state;
  }

  MetadataReader objects() {
    return reader;
  }

  TableDefinition definition() {
    TableDefinition found = definition;
    if (found == null) {
      found = reader.get(TableDefinition.class, MetadataTypes.DEFINITION.ref(state.definition()));
      definition = found;
    }
    return found;
  }

  List<RefPosition> refs() {
    List<RefPosition> found = refs;
    if (found == null) {
      found =
          state.refTable() == 0
              ? state.refs()
              : reader.get(RefTable.class, MetadataTypes.REFS.ref(state.refTable())).refs();
      refs = found;
    }
    return found;
  }

  LeafDirectory page(long id) {
    return reader.get(LeafDirectory.class, MetadataTypes.DIRECTORY.ref(id));
  }

  /** The entries of all directory pages. */
  List<LeafEntry> inDirectory() {
    List<LeafEntry> found = inDirectory;
    if (found == null) {
      found = new ArrayList<>();
      for (LeafDirectory page :
          reader.getAll(
              LeafDirectory.class,
              state.directory().stream().map(MetadataTypes.DIRECTORY::ref).toList())) {
        found.addAll(page.entries());
      }
      inDirectory = found;
    }
    return found;
  }

  /** All leaf entries, oldest first. */
  List<LeafEntry> entries() {
    List<LeafEntry> all = new ArrayList<>(inDirectory());
    all.addAll(state.young());
    return all;
  }

  /** The leaves of {@code entries}, in order. */
  List<SnapshotLeaf> leaves(List<LeafEntry> entries) {
    List<Long> ids = entries.stream().map(LeafEntry::leaf).toList();
    load(new LinkedHashSet<>(ids));
    return ids.stream().map(this::loaded).toList();
  }

  private SnapshotLeaf loaded(long id) {
    return Objects.requireNonNull(leaves.get(id));
  }

  private void load(Set<Long> ids) {
    List<Long> missing = ids.stream().filter(id -> !leaves.containsKey(id)).toList();
    List<SnapshotLeaf> found =
        reader.getAll(SnapshotLeaf.class, missing.stream().map(MetadataTypes.LEAF::ref).toList());
    for (int i = 0; i < missing.size(); i++) {
      leaves.put(missing.get(i), found.get(i));
    }
  }

  /** The snapshots that refs name, each once, oldest first. */
  List<SnapshotElement> referenced() {
    Map<Long, Set<Integer>> slots = new HashMap<>();
    refs()
        .forEach(
            ref ->
                slots.computeIfAbsent(ref.leaf(), leaf -> new LinkedHashSet<>()).add(ref.slot()));
    Set<Long> needed = new LinkedHashSet<>(slots.keySet());
    needed.remove(0L);
    load(needed);
    List<SnapshotElement> found = new ArrayList<>();
    slots.forEach(
        (id, wanted) -> {
          List<SnapshotElement> elements = (id == 0 ? state.tail() : loaded(id)).elements();
          wanted.forEach(slot -> found.add(elements.get(slot)));
        });
    found.sort(
        Comparator.comparingLong(SnapshotElement::sequence)
            .thenComparingLong(SnapshotElement::time)
            .thenComparingLong(SnapshotElement::id));
    return found;
  }

  StatisticsSidecar sidecar(long id) {
    return id == 0
        ? StatisticsSidecar.NONE
        : reader.get(StatisticsSidecar.class, MetadataTypes.SIDECAR.ref(id));
  }

  /** Whether the table may have the snapshot {@code id}. */
  boolean mayHaveSnapshot(long id) {
    int print = Prints.of(id);
    for (int slot = 0; slot < state.tail().count(); slot++) {
      if (state.tail().id(slot) == id) {
        return true;
      }
    }
    return entries().stream().anyMatch(entry -> Prints.contains(entry.prints(), print));
  }

  /** Whether the table has the snapshot {@code id}; reads leaves that may have it. */
  boolean hasSnapshot(long id) {
    int print = Prints.of(id);
    List<LeafEntry> candidates =
        entries().stream().filter(entry -> Prints.contains(entry.prints(), print)).toList();
    List<SnapshotElement> found = new ArrayList<>(state.tail().elements());
    List<SnapshotLeaf> read = leaves(candidates);
    for (int i = 0; i < read.size(); i++) {
      found.addAll(live(candidates.get(i), read.get(i)));
    }
    return found.stream().anyMatch(element -> element.id() == id);
  }

  /** Whether a snapshot outside the tail may have the encryption key {@code id} beside it. */
  boolean mayHaveKey(String id) {
    int print = Prints.of(id);
    return state.nextKey() > 0
        && entries().stream().anyMatch(entry -> Prints.contains(entry.keyPrints(), print));
  }

  /** The snapshots of {@code leaf} that did not expire. */
  static List<SnapshotElement> live(LeafEntry entry, SnapshotLeaf leaf) {
    List<SnapshotElement> elements = leaf.elements();
    BitSet removed = entry.removedSlots();
    List<SnapshotElement> live = new ArrayList<>();
    for (int slot = 0; slot < elements.size(); slot++) {
      if (!removed.get(slot)) {
        live.add(elements.get(slot));
      }
    }
    return live;
  }
}
