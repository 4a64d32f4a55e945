package dev.cairn.iceberg.metadata;

import dev.cairn.api.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Snapshots in the order of the table's JSON list: columns for lookups, and the raw JSON.
 *
 * <p>Columns are packed: eight bytes for each slot, four for {@code ends}.
 *
 * @param ids the snapshot IDs
 * @param parents the IDs of the parents; -1 for none
 * @param sequences the sequence numbers
 * @param times the timestamps in milliseconds
 * @param ends where the JSON of each slot ends in {@code json}
 * @param json the JSON of all slots, separated by commas
 * @param keys the encryption keys that these snapshots use, by slot
 */
record SnapshotLeaf(
    Bytes ids,
    Bytes parents,
    Bytes sequences,
    Bytes times,
    Bytes ends,
    String json,
    List<StoredKey> keys) {

  static SnapshotLeaf of(List<SnapshotElement> elements) {
    StringBuilder json = new StringBuilder();
    ByteBuffer ends = ByteBuffer.allocate(elements.size() * Integer.BYTES);
    List<StoredKey> keys = new ArrayList<>();
    for (int slot = 0; slot < elements.size(); slot++) {
      SnapshotElement element = elements.get(slot);
      json.append(slot == 0 ? "" : ",").append(element.json());
      ends.putInt(json.length());
      StoredKey key = element.key();
      if (key != null) {
        keys.add(key.at(slot));
      }
    }
    return new SnapshotLeaf(
        column(elements, SnapshotElement::id),
        column(elements, SnapshotElement::parent),
        column(elements, SnapshotElement::sequence),
        column(elements, SnapshotElement::time),
        Bytes.wrap(ends.array()),
        json.toString(),
        keys);
  }

  private static Bytes column(
      List<SnapshotElement> elements, ToLongFunction<SnapshotElement> value) {
    ByteBuffer column = ByteBuffer.allocate(elements.size() * Long.BYTES);
    elements.forEach(element -> column.putLong(value.applyAsLong(element)));
    return Bytes.wrap(column.array());
  }

  int count() {
    return ids.length() / Long.BYTES;
  }

  long id(int slot) {
    return at(ids, slot);
  }

  private static long at(Bytes column, int slot) {
    return column.toByteBuffer().getLong(slot * Long.BYTES);
  }

  /** The raw JSON of the snapshot in {@code slot}. */
  String json(int slot) {
    ByteBuffer offsets = ends.toByteBuffer();
    int from = slot == 0 ? 0 : offsets.getInt((slot - 1) * Integer.BYTES) + 1;
    return json.substring(from, offsets.getInt(slot * Integer.BYTES));
  }

  List<SnapshotElement> elements() {
    Map<Integer, StoredKey> bySlot = new HashMap<>();
    keys.forEach(key -> bySlot.put(key.slot(), key));
    List<SnapshotElement> elements = new ArrayList<>(count());
    for (int slot = 0; slot < count(); slot++) {
      elements.add(
          new SnapshotElement(
              id(slot),
              at(parents, slot),
              at(sequences, slot),
              at(times, slot),
              json(slot),
              bySlot.get(slot)));
    }
    return elements;
  }
}
