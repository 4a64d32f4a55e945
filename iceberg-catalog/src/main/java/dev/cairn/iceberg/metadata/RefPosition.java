package dev.cairn.iceberg.metadata;

/**
 * A branch or tag, and where its snapshot is.
 *
 * @param name the name of the ref
 * @param snapshot the ID of the snapshot
 * @param leaf the ID of the {@link SnapshotLeaf}; zero for the tail of the state
 * @param slot the snapshot's slot in the leaf or tail
 * @param json the ref as JSON
 */
record RefPosition(String name, long snapshot, long leaf, int slot, String json) {}
