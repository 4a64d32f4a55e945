package dev.cairn.iceberg.metadata;

import java.util.ArrayList;
import java.util.List;

/**
 * Appends snapshots to a state without reading older ones, except when young leaves are merged.
 *
 * <p>The newest snapshots stay in the state's tail. A full tail becomes a young leaf, and {@value
 * LeafWriter#MAX_YOUNG} of them become a large one, listed in the directory.
 */
final class SnapshotAppender {
  private final TableReader table;
  private final LeafWriter writer;

  SnapshotAppender(TableReader table, MetadataSink sink) {
    this.table = table;
    this.writer = new LeafWriter(sink);
  }

  SnapshotLists append(List<SnapshotElement> added) {
    TableState state = table.state();
    List<SnapshotElement> all = new ArrayList<>(state.tail().elements());
    all.addAll(added);
    int kept = LeafWriter.inTail(all);
    if (kept == all.size()) {
      return new SnapshotLists(
          state.directory(), state.young(), all, state.tailStatistics(), writer.written());
    }
    List<SnapshotElement> sealed = all.subList(0, all.size() - kept);
    List<SnapshotElement> tail = all.subList(all.size() - kept, all.size());
    StatisticsSidecar statistics = table.sidecar(state.tailStatistics());
    List<LeafEntry> young = new ArrayList<>(state.young());
    List<Long> directory = state.directory();
    if (young.size() + 1 < LeafWriter.MAX_YOUNG
        && LeafWriter.size(sealed) <= LeafWriter.LEAF_CHARACTERS) {
      young.addAll(writer.leaves(sealed, statistics));
    } else {
      directory = merge(sealed, statistics);
      young.clear();
    }
    long rest = writer.sidecar(statistics.only(LeafWriter.ids(tail)));
    return new SnapshotLists(directory, young, tail, rest, writer.written());
  }

  private List<Long> merge(List<SnapshotElement> sealed, StatisticsSidecar statistics) {
    TableState state = table.state();
    List<SnapshotElement> moved = new ArrayList<>();
    List<StatisticsSidecar> sidecars = new ArrayList<>();
    List<SnapshotLeaf> leaves = table.leaves(state.young());
    for (int i = 0; i < leaves.size(); i++) {
      moved.addAll(TableReader.live(state.young().get(i), leaves.get(i)));
      sidecars.add(table.sidecar(state.young().get(i).statistics()));
    }
    moved.addAll(sealed);
    sidecars.add(statistics);
    List<LeafEntry> entries = writer.leaves(moved, StatisticsSidecar.union(sidecars));
    List<Long> directory = new ArrayList<>(state.directory());
    if (!directory.isEmpty()) {
      int last = directory.size() - 1;
      List<LeafEntry> page = table.page(directory.get(last)).entries();
      if (page.size() + entries.size() <= LeafDirectory.MAX_ENTRIES) {
        directory.remove(last);
        entries.addAll(0, page);
      }
    }
    directory.addAll(writer.pages(entries));
    return directory;
  }
}
