package dev.cairn.iceberg.metadata;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.cairn.iceberg.metadata.LogState.LogPart;
import dev.cairn.iceberg.metadata.StatisticsSidecar.StatisticsElement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Puts the JSON of a table together by splicing the stored texts. */
final class TableAssembler {
  private final TableReader table;
  private final TableText.Builder json = new TableText.Builder();

  TableAssembler(TableReader table) {
    this.table = table;
  }

  /** Everything. */
  TableText complete() {
    List<LeafEntry> entries = table.entries();
    List<SnapshotLeaf> leaves = table.leaves(entries);
    List<StoredKey> keys = new ArrayList<>(table.definition().keys());
    keys.addAll(table.state().tail().keys());
    List<StatisticsSidecar> sidecars = new ArrayList<>();
    begin();
    open(TableJson.SNAPSHOTS);
    for (int i = 0; i < entries.size(); i++) {
      addLive(entries.get(i), leaves.get(i), keys);
      sidecars.add(table.sidecar(entries.get(i).statistics()));
    }
    add(table.state().tail().json());
    json.append("]");
    sidecars.add(table.sidecar(table.state().tailStatistics()));
    sidecars.add(table.sidecar(table.state().otherStatistics()));
    addStatistics(StatisticsSidecar.union(sidecars));
    addKeys(keys);
    addLog(TableJson.SNAPSHOT_LOG, table.state().snapshotLog());
    addLog(TableJson.METADATA_LOG, table.state().metadataLog());
    return json.append("}").build();
  }

  /**
   * The snapshots that refs name, without the statistics of the others; logs and encryption keys
   * are complete.
   */
  TableText referenced() {
    List<SnapshotElement> snapshots = table.referenced();
    begin();
    addList(TableJson.SNAPSHOTS, snapshots, SnapshotElement::json);
    Set<Long> ids = LeafWriter.ids(snapshots);
    Set<Long> inTail = LeafWriter.ids(table.state().tail().elements());
    List<StatisticsSidecar> sidecars = new ArrayList<>();
    sidecars.add(table.sidecar(table.state().tailStatistics()).only(ids));
    if (!inTail.containsAll(ids)) {
      Set<Long> leaves = new HashSet<>();
      table.refs().forEach(ref -> leaves.add(ref.leaf()));
      table.entries().stream()
          .filter(entry -> leaves.contains(entry.leaf()))
          .forEach(entry -> sidecars.add(table.sidecar(entry.statistics()).only(ids)));
    }
    // Files of snapshots that the table does not have belong to no snapshot that is left out.
    StatisticsSidecar others = table.sidecar(table.state().otherStatistics());
    sidecars.add(others.without(id -> !ids.contains(id) && table.hasSnapshot(id)));
    addStatistics(StatisticsSidecar.union(sidecars));
    addKeys(allKeys());
    addLog(TableJson.SNAPSHOT_LOG, table.state().snapshotLog());
    addLog(TableJson.METADATA_LOG, table.state().metadataLog());
    return json.append("}").build();
  }

  /**
   * What an update needs that adds a snapshot or changes the definition: the snapshots that refs
   * name, the newest entries of the logs, and the encryption keys that are at hand.
   */
  TableText forUpdate() {
    List<SnapshotElement> snapshots = table.referenced();
    List<StoredKey> keys = new ArrayList<>(table.definition().keys());
    keys.addAll(table.state().tail().keys());
    begin();
    addList(TableJson.SNAPSHOTS, snapshots, SnapshotElement::json);
    addKeys(keys);
    addList(TableJson.SNAPSHOT_LOG, table.state().snapshotLog().tail(), Function.identity());
    addList(TableJson.METADATA_LOG, table.state().metadataLog().tail(), Function.identity());
    return json.append("}").build();
  }

  private List<StoredKey> allKeys() {
    List<StoredKey> keys = new ArrayList<>(table.definition().keys());
    keys.addAll(table.state().tail().keys());
    if (table.state().nextKey() > 0) {
      List<LeafEntry> withKeys =
          table.entries().stream().filter(entry -> !entry.keyPrints().isEmpty()).toList();
      List<SnapshotLeaf> leaves = table.leaves(withKeys);
      for (int i = 0; i < leaves.size(); i++) {
        BitSet removed = withKeys.get(i).removedSlots();
        leaves.get(i).keys().stream().filter(key -> !removed.get(key.slot())).forEach(keys::add);
      }
    }
    return keys;
  }

  private void begin() {
    String scalars = table.state().scalars();
    String definition = table.definition().json();
    json.append(scalars, 0, scalars.length() - 1);
    if (definition.length() > 2) {
      json.append(",").append(definition, 1, definition.length() - 1);
    }
    json.append(",\"").append(TableJson.REFS).append("\":{");
    for (RefPosition ref : table.refs()) {
      json.element(TextNode.valueOf(ref.name()) + ":" + ref.json(), 0);
    }
    json.append("}");
  }

  private void addLive(LeafEntry entry, SnapshotLeaf leaf, List<StoredKey> keys) {
    BitSet removed = entry.removedSlots();
    if (removed.isEmpty()) {
      add(leaf.json());
      keys.addAll(leaf.keys());
      return;
    }
    for (int slot = removed.nextClearBit(0);
        slot < leaf.count();
        slot = removed.nextClearBit(slot + 1)) {
      add(leaf.json(slot));
    }
    leaf.keys().stream().filter(key -> !removed.get(key.slot())).forEach(keys::add);
  }

  private void addStatistics(StatisticsSidecar statistics) {
    addList(TableJson.STATISTICS, statistics.table(), StatisticsElement::json);
    addList(TableJson.PARTITION_STATISTICS, statistics.partition(), StatisticsElement::json);
  }

  private void addKeys(List<StoredKey> keys) {
    if (!keys.isEmpty()) {
      keys.sort(Comparator.comparingLong(StoredKey::position));
      addList(TableJson.ENCRYPTION_KEYS, keys, StoredKey::json);
    }
  }

  private void addLog(String name, LogState log) {
    open(name);
    int skip = log.skip();
    List<LogLeaf> leaves =
        table
            .objects()
            .getAll(
                LogLeaf.class,
                log.parts().stream().map(LogPart::leaf).map(MetadataTypes.LOG::ref).toList());
    for (LogLeaf leaf : leaves) {
      json.element(leaf.json(), leaf.start(skip));
      skip = 0;
    }
    log.tail().forEach(this::add);
    json.append("]");
  }

  private <E> void addList(String name, List<E> elements, Function<E, String> text) {
    open(name);
    elements.forEach(element -> add(text.apply(element)));
    json.append("]");
  }

  private void open(String name) {
    json.append(",\"").append(name).append("\":[");
  }

  private void add(String element) {
    json.element(element, 0);
  }
}
