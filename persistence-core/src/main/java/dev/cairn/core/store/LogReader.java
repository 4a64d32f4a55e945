package dev.cairn.core.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.LogPage;
import dev.cairn.core.head.Heads;
import dev.cairn.core.head.LogRecord;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.head.StoredValue;
import dev.cairn.core.index.Index;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the log of a reference, newest first, a bulk of heads at a time. */
final class LogReader {
  private final String reference;
  private final Heads heads;
  private final Map<Long, OpenHead> ahead = new HashMap<>();

  LogReader(String reference, Heads heads) {
    this.reference = reference;
    this.heads = heads;
  }

  /**
   * Up to {@code limit} entries.
   *
   * @param newest the head to begin with; null if there is none
   * @param from the entry of that head to begin with; nothing for its newest
   */
  LogPage page(@Nullable OpenHead newest, Optional<Long> from, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("a page of the log has at least 1 entry, not " + limit);
    }
    List<LogEntry> entries = new ArrayList<>();
    OpenHead head = newest;
    Optional<Long> begin = from;
    while (head != null) {
      OpenHead parent = parent(head, limit - entries.size());
      List<LogRecord> records = head.head().log();
      for (int i = records.size() - 1; i >= 0; i--) {
        LogRecord logged = records.get(i);
        if (begin.isPresent() && begin.get() != logged.id()) {
          continue;
        }
        begin = Optional.empty();
        if (entries.size() == limit) {
          return new LogPage(entries, Optional.of(id(head, logged)));
        }
        entries.add(entry(head, parent, logged));
      }
      head = parent;
    }
    return new LogPage(entries, Optional.empty());
  }

  // The heads next to this one are all in its list, so they can be read together.
  private @Nullable OpenHead parent(OpenHead head, int wanted) {
    HeadVersion parent = head.parent();
    if (parent == null) {
      return null;
    }
    OpenHead known = ahead.remove(parent.headId());
    if (known == null) {
      List<Long> next =
          head.earlier().heads().stream()
              .limit(Math.max(1, Math.min(wanted, EarlierHeads.RECENT)))
              .map(HeadVersion::headId)
              .toList();
      ahead.putAll(heads.find(next));
      known = ahead.remove(parent.headId());
    }
    // What is not retained, or belongs to an earlier life of the reference, is not in its log.
    return known == null || known.head().life() != head.head().life() ? null : known;
  }

  private CommitId id(OpenHead head, LogRecord logged) {
    return new CommitId(
        reference, head.head().life(), new HeadId(head.head().version(), head.id()), logged.id());
  }

  private LogEntry entry(OpenHead head, @Nullable OpenHead parent, LogRecord logged) {
    return new LogEntry(
        id(head, logged),
        SnapshotView.instant(head.head().time()),
        logged.message(),
        Collections.unmodifiableMap(logged.attributes()),
        Collections.unmodifiableMap(logged.manyKeys() ? changedKeys(parent, head) : logged.keys()));
  }

  // A commit with many keys has a head of its own, so the heads differ by just its edits.
  private SortedMap<String, List<Bytes>> changedKeys(@Nullable OpenHead parent, OpenHead head) {
    SortedSet<String> names = new TreeSet<>(head.applicationIndexes());
    if (parent != null) {
      names.addAll(parent.applicationIndexes());
    }
    SortedMap<String, List<Bytes>> changed = new TreeMap<>();
    for (String name : names) {
      Index<StoredValue> before =
          parent == null
              ? heads.noIndexes().index(name, StoredValue.SERIALIZER)
              : parent.index(name, StoredValue.SERIALIZER);
      IndexDiff<StoredValue> diff = before.diff(head.index(name, StoredValue.SERIALIZER));
      List<Bytes> keys = new ArrayList<>();
      while (diff.next()) {
        keys.add(diff.key());
      }
      if (!keys.isEmpty()) {
        changed.put(name, keys);
      }
    }
    return changed;
  }
}
