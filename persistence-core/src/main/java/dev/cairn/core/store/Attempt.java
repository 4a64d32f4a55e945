package dev.cairn.core.store;

import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.HeadId;
import dev.cairn.core.head.AppliedWindow;
import dev.cairn.core.head.Head;
import dev.cairn.core.head.Heads;
import dev.cairn.core.head.LogRecord;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.index.IndexSet;
import dev.cairn.snowflake.SnowflakeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A group of commits that run on one state, in order, to be moved to by one swap. */
final class Attempt {
  private final ReferenceRow row;
  private final @Nullable OpenHead base;
  private final HeadId headId;
  private final @Nullable AppliedWindow known;
  private final GroupState state;
  private final List<Member> members = new ArrayList<>();
  private final List<ObjectRow> rows = new ArrayList<>();
  private final List<LogRecord> log = new ArrayList<>();
  private List<Long> replacedPages = List.of();
  private final long beganMicros;
  private long bytes;

  /**
   * A commit that ran, with what came of it.
   *
   * @param failure what the change threw; null if it returned
   * @param workspace what it did; null if it edited nothing
   */
  private record Member(
      Entry<?> entry,
      @Nullable Object value,
      @Nullable Throwable failure,
      @Nullable MemberWorkspace workspace) {}

  Attempt(ReferenceRow row, @Nullable OpenHead base, long headId, Heads heads, long beganMicros) {
    this.beganMicros = beganMicros;
    this.row = row;
    this.base = base;
    this.headId = new HeadId(row.version() + 1, headId);
    this.known = AppliedKeys.knownBy(row, base);
    this.state = new GroupState(base, known, heads);
  }

  long beganMicros() {
    return beganMicros;
  }

  GroupState state() {
    return state;
  }

  CommitId idOf(Entry<?> entry) {
    return new CommitId(row.key().name(), row.createdAtMicros(), headId, entry.logId());
  }

  /** Adds a commit that edited something: those after it see its edits. */
  void addWriter(Entry<?> entry, @Nullable Object value, MemberWorkspace workspace) {
    state.accept(workspace);
    rows.addAll(workspace.rows());
    log.add(workspace.log(entry.logId()));
    bytes += workspace.bytes();
    members.add(new Member(entry, value, null, workspace));
  }

  /** Adds a commit that edited nothing or failed. */
  void addIdle(Entry<?> entry, @Nullable Object value, @Nullable Throwable failure) {
    members.add(new Member(entry, value, failure, null));
  }

  int size() {
    return members.size();
  }

  int writers() {
    return log.size();
  }

  long bytes() {
    return bytes;
  }

  /** Whether {@code entry} is one of those that edited something. */
  boolean isWriter(Entry<?> entry) {
    return members.stream().anyMatch(m -> m.entry == entry && m.workspace != null);
  }

  /** The last submission of those that ran. */
  long youngest() {
    return members.stream().mapToLong(member -> member.entry.sequence()).max().orElse(0);
  }

  /** The new head; what has to be stored for it is in {@link #rows} afterwards. */
  OpenHead newHead(Heads heads, ScopeObjects objects, long nowMicros) {
    AppliedWindow applied = applied(heads, objects, nowMicros);
    IndexSet.Spilled spilled =
        state.indexes(applied).spill(objects::nextId, AppliedKeys::growsAtTheEdge);
    replacedPages = spilled.replaced();
    EarlierHeads earlier = base == null ? row.earlierHeads() : base.earlierOfNext();
    Head head =
        new Head(
            headId.version(),
            row.createdAtMicros(),
            base == null ? nowMicros : Math.max(nowMicros, base.head().time()),
            earlier.toBytes(),
            spilled.indexes().roots(),
            log,
            applied,
            base == null ? Map.of() : base.head().unknown());
    return heads.write(headId.id(), head, earlier, spilled.indexes(), spilled.pages(), rows);
  }

  private @Nullable AppliedWindow applied(Heads heads, ScopeObjects objects, long nowMicros) {
    if (state.windowMicros() == 0) {
      return known;
    }
    AppliedWindow before = known == null ? AppliedWindow.NONE : known;
    return state.withKeys(
        before.committed(SnowflakeId.node(headId.id()), nowMicros, state.windowMicros()),
        keys -> {
          long id = objects.nextId();
          heads.writeKeys(id, keys, rows);
          return id;
        });
  }

  List<ObjectRow> rows() {
    return rows;
  }

  /** The pages that the new head does without. */
  List<Long> replacedPages() {
    return replacedPages;
  }

  /** Lets later attempts use again what this one has stored. */
  void noteStored() {
    for (Member member : members) {
      if (member.workspace != null) {
        member.entry.setStored(member.workspace.stored());
      }
    }
  }

  /** Ends all commits with what came of them; {@code ended} is told of those not left. */
  void release(BiConsumer<Entry<?>, CommitMetrics.Outcome> ended) {
    for (Member member : members) {
      boolean told =
          member.failure != null
              ? member.entry.fail(member.failure)
              : succeed(member.entry, member);
      if (told) {
        ended.accept(member.entry, outcome(member));
      }
    }
  }

  private static CommitMetrics.Outcome outcome(Member member) {
    if (member.failure != null) {
      return CommitMetrics.Outcome.REFUSED;
    }
    return member.workspace == null
        ? CommitMetrics.Outcome.UNCHANGED
        : CommitMetrics.Outcome.APPLIED;
  }

  // The value is what the entry's own change returned, which may be null if that is its result.
  @SuppressWarnings({"unchecked", "NullAway"})
  private <R> boolean succeed(Entry<R> entry, Member member) {
    Optional<CommitId> id = member.workspace == null ? Optional.empty() : Optional.of(idOf(entry));
    return entry.succeed(new Committed<>((R) member.value, id));
  }
}
