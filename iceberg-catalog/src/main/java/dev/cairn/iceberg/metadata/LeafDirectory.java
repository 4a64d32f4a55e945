package dev.cairn.iceberg.metadata;

import dev.cairn.api.ObjectRef;
import java.util.ArrayList;
import java.util.List;

/** A page of leaf entries, oldest first. */
record LeafDirectory(List<LeafEntry> entries) {
  /** The maximum number of entries of a page. */
  static final int MAX_ENTRIES = 128;

  List<ObjectRef> references() {
    List<ObjectRef> found = new ArrayList<>();
    entries.forEach(entry -> entry.addReferences(found));
    return found;
  }
}
