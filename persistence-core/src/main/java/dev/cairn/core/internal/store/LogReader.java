package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.index.IndexDiff;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.LogEntry;
import dev.cairn.api.store.LogPage;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.LogRecord;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.index.Index;
import dev.cairn.core.internal.index.MissingPageException;
import dev.cairn.core.internal.runtime.Micros;
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

/** Reads the log of a reference, newest first, several heads at a time. */
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
   * @param from the entry of that head to begin with; empty for its newest
   * @return a page without entries if that head does not have {@code from}
   */
  LogPage page(@Nullable OpenHead newest, Optional<Long> from, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException(
          "the limit of a log page must be at least 1, not " + limit);
    }
    List<LogEntry> entries = new ArrayList<>();
    OpenHead head = newest;
    Optional<Long> begin = from;
    while (head != null) {
      Before before = before(head, limit - entries.size());
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
        entries.add(entry(head, before, logged));
      }
      head =
          begin.isEmpty()
              ? before.head
              : null; // only the first head can have the entry to begin with
    }
    return new LogPage(entries, Optional.empty());
  }

  /**
   * The head before another one in the same life of the reference.
   *
   * @param head null if there was none, or if it is not retained or cannot be read
   * @param isKnown whether it is certain which of these is the case
   */
  record Before(@Nullable OpenHead head, boolean isKnown) {}

  // The heads just before this one are all in its list, so they can be read together.
  private Before before(OpenHead head, int wanted) {
    HeadVersion parent = head.parent();
    if (parent == null) {
      return new Before(null, true);
    }
    OpenHead known = ahead.remove(parent.headId());
    if (known == null) {
      List<Long> next =
          head.earlier().heads().stream()
              .limit(Math.max(1, Math.min(wanted, EarlierHeads.RECENT)))
              .map(HeadVersion::headId)
              .toList();
      ahead.putAll(heads.findReadable(next));
      known = ahead.remove(parent.headId());
    }
    boolean isOfThisLife = known != null && known.head().life() == head.head().life();
    return new Before(isOfThisLife ? known : null, known != null);
  }

  private CommitId id(OpenHead head, LogRecord logged) {
    return new CommitId(
        reference, head.head().life(), new HeadId(head.head().version(), head.id()), logged.id());
  }

  /** The entry of {@code logged} in the log of {@code head}. */
  LogEntry entry(OpenHead head, Before before, LogRecord logged) {
    return new LogEntry(
        id(head, logged),
        Micros.toInstant(head.head().time()),
        logged.message(),
        Collections.unmodifiableMap(logged.attributes()),
        Collections.unmodifiableMap(logged.manyKeys() ? changedKeys(before, head) : logged.keys()));
  }

  // A commit with many keys has its own head, so the two heads differ by exactly its edits. If the
  // head before is not retained, the edits can no longer be derived.
  private SortedMap<String, List<Bytes>> changedKeys(Before before, OpenHead head) {
    try {
      return before.isKnown ? difference(before.head, head) : new TreeMap<>();
    } catch (MissingPageException | DamagedDataException e) {
      return new TreeMap<>(); // the head before exists, but its pages are collected or damaged
    }
  }

  private SortedMap<String, List<Bytes>> difference(@Nullable OpenHead parent, OpenHead head) {
    SortedSet<String> names = new TreeSet<>(head.applicationIndexes());
    if (parent != null) {
      names.addAll(parent.applicationIndexes());
    }
    SortedMap<String, List<Bytes>> changed = new TreeMap<>();
    for (String name : names) {
      Index<StoredValue> older =
          parent == null
              ? heads.noIndexes().index(name, StoredValue.SERIALIZER)
              : parent.index(name, StoredValue.SERIALIZER);
      IndexDiff<StoredValue> diff = older.diff(head.index(name, StoredValue.SERIALIZER));
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
