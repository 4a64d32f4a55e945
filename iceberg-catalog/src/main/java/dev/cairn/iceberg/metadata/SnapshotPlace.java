package dev.cairn.iceberg.metadata;

/** Where a snapshot is: a leaf, or zero for the tail, and a slot. */
record SnapshotPlace(long leaf, int slot) {}
