package dev.cairn.iceberg.metadata;

import dev.cairn.iceberg.metadata.LogState.LogPart;
import java.util.ArrayList;
import java.util.List;

/**
 * Appends to logs and cuts them at the front.
 *
 * <p>A full tail becomes a leaf, and {@value #FAN_OUT} leaves of one size become one of the next
 * size, so an entry is written a few times however long the log is.
 */
final class LogWriter {
  /** The characters of entries that a state holds at most, unless one entry alone is longer. */
  static final int TAIL_CHARACTERS = 1 << 10;

  private static final int FAN_OUT = 16;
  private static final int MAX_LEAF_ENTRIES = 4096;

  private final MetadataReader reader;
  private final MetadataSink sink;

  LogWriter(MetadataReader reader, MetadataSink sink) {
    this.reader = reader;
    this.sink = sink;
  }

  /** The log without its first {@code cut} entries and with {@code added} at its end. */
  LogState change(LogState log, int cut, List<String> added) {
    List<LogPart> parts = new ArrayList<>(log.parts());
    List<String> tail = new ArrayList<>(log.tail());
    int skip = log.skip() + cut;
    while (!parts.isEmpty() && skip >= parts.get(0).count()) {
      skip -= parts.remove(0).count();
    }
    if (parts.isEmpty()) {
      tail.subList(0, skip).clear();
      skip = 0;
    }
    tail.addAll(added);
    // The last entry stays: the next update is compared with it.
    if (tail.size() <= 1 || characters(tail) <= TAIL_CHARACTERS) {
      return new LogState(parts, skip, tail);
    }
    List<String> sealed = tail.subList(0, tail.size() - 1);
    List<String> kept = List.of(tail.get(tail.size() - 1));
    List<String> pending = new ArrayList<>(sealed);
    boolean fromStart = prependMergeable(parts, pending, skip);
    for (int from = 0; from < pending.size(); from += MAX_LEAF_ENTRIES) {
      List<String> entries =
          pending.subList(from, Math.min(pending.size(), from + MAX_LEAF_ENTRIES));
      parts.add(new LogPart(sink.put(LogLeaf.of(entries)).id(), entries.size()));
    }
    return new LogState(parts, fromStart ? 0 : skip, kept);
  }

  static int characters(List<String> entries) {
    return entries.stream().mapToInt(String::length).sum();
  }

  /**
   * Moves the last leaves into {@code pending} as long as there are enough of about one size.
   *
   * @return whether the first leaf was moved, without the entries to be skipped
   */
  private boolean prependMergeable(List<LogPart> parts, List<String> pending, int skip) {
    while (true) {
      int size = pending.size();
      int same = 0;
      for (int i = parts.size() - 1; i >= 0 && parts.get(i).count() <= 2 * size; i--) {
        same++;
      }
      if (same < FAN_OUT - 1 || size > 2 * MAX_LEAF_ENTRIES / FAN_OUT) {
        return false;
      }
      List<LogPart> merged = parts.subList(parts.size() - same, parts.size());
      List<String> entries = new ArrayList<>();
      reader
          .getAll(
              LogLeaf.class,
              merged.stream().map(part -> MetadataTypes.LOG.ref(part.leaf())).toList())
          .forEach(leaf -> entries.addAll(leaf.entries()));
      boolean isAll = same == parts.size();
      merged.clear();
      pending.addAll(0, isAll ? entries.subList(skip, entries.size()) : entries);
      if (isAll) {
        return true;
      }
    }
  }
}
