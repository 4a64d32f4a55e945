package dev.cairn.iceberg.metadata;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectRef;
import java.util.BitSet;
import java.util.List;

/**
 * What a state or directory says about one leaf.
 *
 * @param leaf the ID of the {@link SnapshotLeaf}
 * @param count the number of its slots
 * @param size the length of its JSON
 * @param removed a bit for each slot whose snapshot expired, as {@link BitSet} bytes
 * @param statistics the ID of the {@link StatisticsSidecar}; zero if there is none
 * @param prints a {@linkplain Prints fingerprint} of each snapshot ID, by slot
 * @param keyPrints a fingerprint of each key ID in the leaf
 */
record LeafEntry(
    long leaf, int count, int size, Bytes removed, long statistics, Bytes prints, Bytes keyPrints) {

  BitSet removedSlots() {
    return BitSet.valueOf(removed.toByteBuffer());
  }

  LeafEntry with(BitSet slots, long sidecar) {
    return new LeafEntry(
        leaf, count, size, Bytes.wrap(slots.toByteArray()), sidecar, prints, keyPrints);
  }

  void addReferences(List<ObjectRef> found) {
    found.add(MetadataTypes.LEAF.ref(leaf));
    MetadataTypes.SIDECAR.addRef(found, statistics);
  }
}
