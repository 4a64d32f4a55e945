package dev.cairn.core.internal.store;

import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.Committed;
import dev.cairn.api.store.HeadId;
import dev.cairn.core.internal.head.AppliedWindow;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.Heads;
import dev.cairn.core.internal.head.LogRecord;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.runtime.Micros;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One attempt at a group: commits that run on one state, in order, and are applied by one swap. */
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
  private Instant deadline = Instant.MAX;
  private long bytes;
  private long newestLinked;
  private long oldestYoung = Long.MAX_VALUE;

  /**
   * A commit that ran, with its result.
   *
   * @param failure what the change threw; null if it returned
   * @param workspace its edits; null if it edited nothing
   */
  private record Member(
      QueuedCommit<?> entry,
      @Nullable Object value,
      @Nullable Throwable failure,
      @Nullable MemberWorkspace workspace) {}

  Attempt(
      ReferenceRow row,
      @Nullable OpenHead base,
      KnownKeys keys,
      long headId,
      Heads heads,
      long beganMicros) {
    this.beganMicros = beganMicros;
    this.row = row;
    this.base = base;
    this.headId = new HeadId(row.version() + 1, headId);
    this.known = keys.window();
    this.state = new GroupState(base, keys, heads);
  }

  long beganMicros() {
    return beganMicros;
  }

  GroupState state() {
    return state;
  }

  CommitId idOf(QueuedCommit<?> entry) {
    return new CommitId(row.key().name(), row.createdAtMicros(), headId, entry.logId());
  }

  /** Adds a commit that edited something; later commits see its edits. */
  void addWriter(QueuedCommit<?> entry, @Nullable Object value, MemberWorkspace workspace) {
    state.accept(workspace);
    log.add(workspace.log(entry.logId()));
    bytes += workspace.bytes();
    oldestYoung = Math.min(oldestYoung, workspace.objects().reach().oldestYoung());
    if (workspace.deadline().isBefore(deadline)) {
      deadline = workspace.deadline();
    }
    members.add(new Member(entry, value, null, workspace));
  }

  /** Takes over the objects of all commits, whose values are encoded now. */
  void addObjects() {
    bytes = 0;
    for (Member member : members) {
      if (member.workspace != null) {
        MemberObjects objects = member.workspace.objects();
        rows.addAll(objects.rows());
        newestLinked = Math.max(newestLinked, objects.newestLinked());
        state.addObjects(objects);
        bytes += member.workspace.bytes();
      }
    }
  }

  /**
   * Has commits run alone whose values turned out too large for a group of {@code most} bytes.
   *
   * @return whether there are any
   */
  boolean separate(long most) {
    boolean isSeparated = false;
    long sum = 0;
    for (Member member : members) {
      long more = member.workspace == null ? 0 : member.workspace.bytes();
      if (sum > 0 && sum + more > most) {
        member.entry.setAlone();
        isSeparated = true;
        sum = 0;
      } else {
        sum += more;
      }
    }
    return isSeparated;
  }

  /** Adds a commit that edited nothing or failed. */
  void addIdle(QueuedCommit<?> entry, @Nullable Object value, @Nullable Throwable failure) {
    members.add(new Member(entry, value, failure, null));
  }

  /**
   * Drops the edits of all commits and fails them, because no head with these edits can be written.
   */
  void refuse(Throwable reason) {
    members.replaceAll(member -> new Member(member.entry, null, reason, null));
    rows.clear();
    log.clear();
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

  /** Whether {@code entry} edited something. */
  boolean isWriter(QueuedCommit<?> entry) {
    return members.stream().anyMatch(m -> m.entry == entry && m.workspace != null);
  }

  /** Whether the deadline of a key applied in this attempt has passed. */
  boolean isLate(long nowMicros) {
    return Micros.toInstant(nowMicros).isAfter(deadline);
  }

  /**
   * Whether everything that it wrote, or refers to because it is young, was made after {@code
   * youngFrom}.
   */
  boolean isYoung(Instant youngFrom) {
    long oldest =
        rows.stream()
            .mapToLong(stored -> stored.key().id().toLong())
            .reduce(oldestYoung, Math::min);
    return SnowflakeId.instant(oldest).isAfter(youngFrom);
  }

  /** How many of its commits were submitted until {@code micros}. */
  int submittedUntil(long micros) {
    return (int) members.stream().filter(m -> m.entry.submittedMicros() <= micros).count();
  }

  /** The highest sequence number of the commits that ran. */
  long youngest() {
    return members.stream().mapToLong(member -> member.entry.sequence()).max().orElse(0);
  }

  /** Builds the new head; afterwards {@link #rows} has the rows to store for it. */
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
    return heads.write(
        headId.id(), head, newestReached(), earlier, spilled.indexes(), spilled.pages(), rows);
  }

  /**
   * The newest ID that the head needs besides its new objects. Empty if the head before it does not
   * know it, or belongs to an earlier life of the reference and was not read.
   */
  private OptionalLong newestReached() {
    OptionalLong before = OptionalLong.empty();
    if (base != null) {
      before = base.newestId();
    } else if (row.earlierHeads().heads().isEmpty()) {
      before = OptionalLong.of(0);
    }
    return before.isEmpty() ? before : OptionalLong.of(Math.max(before.getAsLong(), newestLinked));
  }

  private @Nullable AppliedWindow applied(Heads heads, ScopeObjects objects, long nowMicros) {
    if (state.windowMicros() == 0) {
      return known;
    }
    AppliedWindow before = known == null ? AppliedWindow.NONE : known;
    long window = state.windowMicros();
    return state.withKeys(
        before
            .committed(SnowflakeId.node(headId.id()), nowMicros, window)
            .inLife(row.createdAtMicros(), window),
        keys -> {
          long id = objects.nextId();
          heads.writeKeys(id, keys, rows);
          return id;
        });
  }

  List<ObjectRow> rows() {
    return rows;
  }

  /** The pages of the old head that the new one no longer uses. */
  List<Long> replacedPages() {
    return replacedPages;
  }

  /**
   * Lets later attempts reuse the objects that this one has stored.
   *
   * @param isSentAgain whether they have to send them again: they are stored only if this attempt's
   *     swap is applied
   */
  void noteStored(boolean isSentAgain) {
    for (Member member : members) {
      if (member.workspace != null) {
        List<QueuedCommit.Stored> stored = member.workspace.objects().stored();
        member.entry.setStored(
            isSentAgain ? stored : stored.stream().map(QueuedCommit.Stored::written).toList());
      }
    }
  }

  /** Ends all commits with their results; {@code ended} receives those that were not abandoned. */
  void release(BiConsumer<QueuedCommit<?>, CommitMetrics.Outcome> ended) {
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

  // The value is what the entry's change returned, which may be null.
  @SuppressWarnings({"unchecked", "NullAway"})
  private <R> boolean succeed(QueuedCommit<R> entry, Member member) {
    Optional<CommitId> id = member.workspace == null ? Optional.empty() : Optional.of(idOf(entry));
    return entry.succeed(new Committed<>((R) member.value, id));
  }
}
