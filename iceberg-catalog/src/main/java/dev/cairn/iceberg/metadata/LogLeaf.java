package dev.cairn.iceberg.metadata;

import dev.cairn.api.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Consecutive entries of a log.
 *
 * @param ends where each entry ends in {@code json}, four bytes each
 * @param json the entries as JSON, separated by commas
 */
record LogLeaf(Bytes ends, String json) {
  static LogLeaf of(List<String> entries) {
    ByteBuffer ends = ByteBuffer.allocate(entries.size() * Integer.BYTES);
    int end = -1;
    for (String entry : entries) {
      end += 1 + entry.length();
      ends.putInt(end);
    }
    return new LogLeaf(Bytes.wrap(ends.array()), String.join(",", entries));
  }

  /** Where entry number {@code entry} starts in the JSON. */
  int start(int entry) {
    return entry == 0 ? 0 : end(entry - 1) + 1;
  }

  List<String> entries() {
    List<String> entries = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < ends.length() / Integer.BYTES; i++) {
      entries.add(json.substring(from, end(i)));
      from = end(i) + 1;
    }
    return entries;
  }

  private int end(int entry) {
    return ends.toByteBuffer().getInt(entry * Integer.BYTES);
  }
}
