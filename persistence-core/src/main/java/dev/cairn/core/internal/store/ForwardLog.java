package dev.cairn.core.internal.store;

import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.LogEntry;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.LogRecord;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.References;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads the log of a reference forward from a commit. Used once.
 *
 * <p>Heads name only the heads before them. So a search through the thinned lists, at most 9 reads
 * for any of 200,000 heads, finds a head some way after the commit, from which the heads between
 * them are read backwards, {@value EarlierHeads#RECENT} at a time. They lead to the head of the
 * commit, or it was never in this line.
 */
final class ForwardLog {
  private static final int MAX_STEP = 256;

  private final References references;
  private final Heads heads;
  private final ExpiredOrDamaged expiry;
  private final ReferenceRow row;
  private final LogReader reader;

  /**
   * @param row the reference; the log ends with its head
   */
  ForwardLog(References references, Heads heads, ExpiredOrDamaged expiry, ReferenceRow row) {
    this.references = references;
    this.heads = heads;
    this.expiry = expiry;
    this.row = row;
    this.reader = new LogReader(row.key().name(), heads);
  }

  /** Up to {@code limit} entries after {@code commit}, oldest first. */
  List<LogEntry> after(CommitId commit, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("the limit of a log must be at least 1, not " + limit);
    }
    OpenHead last = headOf(commit);
    List<LogEntry> entries = rest(last, commit, limit);
    long step = 0;
    boolean isInLine = isCurrent(last);
    while (!isInLine || (!isCurrent(last) && entries.size() < limit)) {
      // Versions that fences took have no head, and a head may have many entries.
      int perHead = Math.max(1, last.head().log().size());
      long wanted = (limit - entries.size()) / perHead + 1L;
      step = Math.min(MAX_STEP, Math.max(wanted + wanted / 4, 2 * step));
      OpenHead before = last;
      for (OpenHead next : following(last, step)) {
        add(next, new LogReader.Before(before, true), limit, entries);
        before = next;
      }
      last = before;
      isInLine = true; // the heads that follow led to it
    }
    return List.copyOf(entries);
  }

  private boolean isCurrent(OpenHead head) {
    return row.headId().isPresent() && row.headId().getAsLong() == head.id();
  }

  private OpenHead headOf(CommitId commit) {
    OpenHead found = heads.find(List.of(commit.head().id())).get(commit.head().id());
    if (found == null) {
      throw new HeadNotFoundException(
          "the head %s of %s is no longer retained; start again from a current state"
              .formatted(commit.head(), row.key()));
    }
    if (found.head().life() != row.createdAtMicros()) {
      throw notInLine(commit.head());
    }
    return found;
  }

  private HeadNotFoundException notInLine(Object head) {
    return new HeadNotFoundException(
        "the reference %s has not had the head %s since it was created".formatted(row.key(), head));
  }

  /** The entries of the commit's head that follow it. */
  private List<LogEntry> rest(OpenHead head, CommitId commit, int limit) {
    List<LogRecord> log = head.head().log();
    int position = 0;
    while (position < log.size() && log.get(position).id() != commit.entry()) {
      position++;
    }
    if (position == log.size()) {
      throw new HeadNotFoundException(
          "the head %s of reference '%s' has no commit with the entry %016x"
              .formatted(commit.head(), commit.reference(), commit.entry()));
    }
    List<LogEntry> entries = new ArrayList<>();
    // A commit whose keys have to be derived is alone in its head, so none of these is one.
    LogReader.Before unknown = new LogReader.Before(null, false);
    for (LogRecord logged : log.subList(position + 1, log.size())) {
      if (entries.size() < limit) {
        entries.add(reader.entry(head, unknown, logged));
      }
    }
    return entries;
  }

  private void add(OpenHead head, LogReader.Before before, int limit, List<LogEntry> entries) {
    for (LogRecord logged : head.head().log()) {
      if (entries.size() == limit) {
        return;
      }
      entries.add(reader.entry(head, before, logged));
    }
  }

  /** The heads after {@code last}, oldest first, as far as {@code step} versions lead. */
  private Deque<OpenHead> following(OpenHead last, long step) {
    HeadVersion until = new HeadVersion(last.version().version() + step - 1, last.id());
    try {
      OpenHead head =
          heads.get(references.successor(row, until).orElseThrow(() -> notInLine(last.version())));
      Deque<OpenHead> line = new ArrayDeque<>();
      Map<Long, OpenHead> read = new HashMap<>();
      line.push(head);
      while (!isParent(last, head)) {
        head = parent(head, last, read);
        line.push(head);
      }
      return line;
    } catch (ObjectNotFoundException e) {
      throw expiry.explain(row.key().name(), last, "a head after it");
    }
  }

  private boolean isParent(OpenHead last, OpenHead head) {
    HeadVersion parent = head.parent();
    if (parent == null || head.version().version() <= last.version().version()) {
      throw notInLine(last.version());
    }
    return parent.headId() == last.id();
  }

  // The heads just before a head are all in its list, so they are read together.
  private OpenHead parent(OpenHead head, OpenHead last, Map<Long, OpenHead> read) {
    long parent = Objects.requireNonNull(head.parent()).headId();
    OpenHead known = read.remove(parent);
    if (known == null) {
      read.putAll(
          heads.find(
              head.earlier().heads().stream()
                  .limit(EarlierHeads.RECENT)
                  .filter(each -> each.version() > last.version().version())
                  .map(HeadVersion::headId)
                  .toList()));
      known = read.remove(parent);
    }
    if (known == null) {
      throw new ObjectNotFoundException("the head %016x is missing".formatted(parent));
    }
    return known;
  }
}
