package dev.cairn.iceberg.metadata;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The snapshots of a state that is being written.
 *
 * @param directory the pages of the directory
 * @param young the young leaves
 * @param tail the newest snapshots
 * @param tailStatistics the side-car of the tail; zero if there is none
 * @param written the places of the snapshots in leaves that were written just now
 */
record SnapshotLists(
    List<Long> directory,
    List<LeafEntry> young,
    List<SnapshotElement> tail,
    long tailStatistics,
    Map<Long, SnapshotPlace> written) {

  /** The places of the snapshots in the tail and in new leaves. */
  Map<Long, SnapshotPlace> newPlaces() {
    Map<Long, SnapshotPlace> places = new HashMap<>(written);
    for (int slot = 0; slot < tail.size(); slot++) {
      places.put(tail.get(slot).id(), new SnapshotPlace(0, slot));
    }
    return places;
  }
}
