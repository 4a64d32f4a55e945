package dev.cairn.iceberg.metadata;

import java.util.List;

/** The refs of a table that has too many for its state. */
record RefTable(List<RefPosition> refs) {}
