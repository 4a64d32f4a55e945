package dev.cairn.core.internal.store;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.Durations;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.core.internal.head.ObjectCache;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.index.MissingPageException;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.settle.Settled;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One group: takes commits from the queue and runs each to its end, by the steps in {@code
 * docs/design/commits.md}. Used once, by the leader.
 */
final class GroupRun {
  private static final Backoff CONTENTION =
      new Backoff(Integer.MAX_VALUE, Duration.ofMillis(1), Duration.ofMillis(200));

  private final GroupCommitter queue;
  private final CommitServices services;
  private final String reference;
  // Taken from the queue and not ended: whatever fails, their callers must get an outcome.
  private final List<QueuedCommit<?>> open = new ArrayList<>();
  private final OutcomeRelease ending;
  private final AttemptWriter writer;
  private int conflicts;

  GroupRun(GroupCommitter queue, CommitServices services, String reference) {
    this.queue = queue;
    this.services = services;
    this.reference = reference;
    this.ending = new OutcomeRelease(queue, services, reference);
    this.writer = new AttemptWriter(services, queue::shield);
  }

  /** Runs one group, in as many attempts as it takes. */
  void run() {
    try {
      Optional<Base> base = Optional.of(startingBase());
      while (base.isPresent()) {
        queue.shield();
        base = attempt(base.get());
      }
    } catch (RuntimeException | Error e) {
      failOpen(e);
    }
  }

  private Base startingBase() {
    Optional<ObjectCache.Seen> seen = services.seen().find(reference);
    return seen.isPresent() ? new Base(seen.get().row(), 0, seen.get().seenMicros()) : readBase();
  }

  private Base readBase() {
    long submitted = queue.submitted();
    long now = services.environment().nowMicros();
    return base(services.references().read(reference), submitted, now);
  }

  private Base base(Optional<ReferenceRow> row, long shownFor, long seenMicros) {
    Optional<ReferenceRow> alive = row.filter(found -> !found.isTombstone());
    if (alive.isEmpty()) {
      services.seen().forget(reference);
    }
    return new Base(alive.orElse(null), shownFor, seenMicros);
  }

  /** Makes one attempt; returns the starting point of the next one, if one is needed. */
  private Optional<Base> attempt(Base base) {
    ReferenceRow row = base.row();
    if (row == null) {
      refuse(base.shownFor());
      return Optional.empty();
    }
    try {
      OpenHead head = services.seen().headOf(row, services.heads());
      long now = now();
      KnownKeys keys = KnownKeys.of(row, head, services.heads(), services.limits(), now);
      Attempt attempt =
          new Attempt(row, head, keys, services.objects().nextId(), services.heads(), now);
      fill(attempt);
      if (attempt.size() == 0) {
        return Optional.empty();
      }
      return attempt.writers() == 0
          ? releaseIfCurrent(base, row, head, attempt)
          : store(base, row, head, attempt);
    } catch (ObjectNotFoundException | MissingPageException e) {
      return readAgain(base, e);
    }
  }

  // A process may have been paused for longer than states are kept: then something is missing
  // because the row is old. If the row is current, the state is damaged.
  private Optional<Base> readAgain(Base base, CairnException missing) {
    Base now = readBase();
    if (!isSame(base.row(), now.row())) {
      putBackOpen();
      return Optional.of(now);
    }
    if (open.size() > 1) {
      return runApart(now);
    }
    throw incomplete(missing);
  }

  private DamagedDataException incomplete(CairnException missing) {
    return incomplete(reference, missing);
  }

  /** The exception for a current state of which something is missing. */
  static DamagedDataException incomplete(String reference, CairnException missing) {
    return new DamagedDataException(
        "the current state of reference '%s' is incomplete: %s"
            .formatted(reference, missing.getMessage()),
        missing);
  }

  private static boolean isSame(@Nullable ReferenceRow known, @Nullable ReferenceRow found) {
    return known != null && found != null && known.token().equals(found.token());
  }

  private void fill(Attempt attempt) {
    long end = Durations.after(now(), services.limits().groupTime());
    boolean isOpen = true;
    boolean mayWait = true;
    while (isOpen && attempt.size() < services.limits().groupSize()) {
      QueuedCommit<?> entry = queue.poll(attempt.size() == 0);
      if (entry == null) {
        if (!mayWait || !queue.letOthersJoin(attempt.size())) {
          return;
        }
        mayWait = false;
        isOpen = now() <= end;
        continue;
      }
      open.add(entry);
      isOpen = run(entry, attempt, end) && !entry.isAlone() && now() <= end;
    }
  }

  /** Runs a change on the state of the attempt; false if it does not fit into the group. */
  private boolean run(QueuedCommit<?> entry, Attempt attempt, long end) {
    Optional<CairnException> expired = ending.expiryOf(entry);
    if (expired.isPresent()) {
      open.remove(entry);
      ending.fail(entry, expired.get());
      return true;
    }
    if (entry.logId() < 0) {
      entry.setLogId(services.objects().nextId());
    }
    CommitId id = attempt.idOf(entry);
    if (!entry.take(id)) {
      open.remove(entry);
      return true;
    }
    MemberWorkspace workspace = workspace(id, entry, attempt);
    Object value = null;
    Throwable failure = null;
    try {
      value = services.running().run(reference, () -> entry.change().apply(workspace));
      workspace.checkIndexCount();
    } catch (MissingPageException missing) {
      failure = incomplete(missing); // released only if the state is still the current one
    } catch (Throwable thrown) {
      failure = thrown; // thrown by the caller's change: it affects no other commit
    } finally {
      workspace.close();
      queue.shield();
    }
    if (failure == null && !workspace.hasEdits() && !workspace.objects().stored().isEmpty()) {
      failure =
          new IllegalStateException(
              "the change put objects but edited no index, so nothing would refer to them; add them"
                  + " to one");
    }
    if (failure != null || !workspace.isEdited()) {
      attempt.addIdle(entry, value, failure);
      return true;
    }
    return addWriter(entry, value, workspace, attempt, end);
  }

  private MemberWorkspace workspace(CommitId id, QueuedCommit<?> entry, Attempt attempt) {
    Instant youngFrom = services.environment().clock().instant().minus(services.limits().young());
    MemberObjects objects =
        new MemberObjects(attempt.state(), services.objects(), youngFrom, entry.stored());
    return new MemberWorkspace(id, attempt.state(), objects);
  }

  private boolean addWriter(
      QueuedCommit<?> entry,
      @Nullable Object value,
      MemberWorkspace workspace,
      Attempt attempt,
      long end) {
    boolean hasManyKeys = workspace.hasManyKeys();
    boolean fits =
        !hasManyKeys
            && attempt.bytes() + workspace.bytes() <= services.limits().groupBytes()
            && now() <= end;
    if (!fits && attempt.size() > 0) {
      entry.setAlone();
      entry.forgetAttempt();
      open.remove(entry);
      putBack(List.of(entry));
      return false;
    }
    attempt.addWriter(entry, value, workspace);
    return fits;
  }

  /**
   * Ends an attempt that stores nothing. The results of its changes may be released if the state
   * they ran on was current after each of them was submitted.
   */
  private Optional<Base> releaseIfCurrent(
      Base base, ReferenceRow row, @Nullable OpenHead head, Attempt attempt) {
    Base shown = base;
    if (attempt.youngest() > base.shownFor() || mayBeCollected(base)) {
      shown = readBase();
    }
    if (isSame(row, shown.row())) {
      services.seen().remember(row, head, shown.seenMicros());
      release(attempt);
      return Optional.empty();
    }
    putBackOpen();
    return Optional.of(shown);
  }

  // What the changes found missing may have existed while the state was current: a process can be
  // paused in the middle of a change for longer than superseded states are kept.
  private boolean mayBeCollected(Base base) {
    long age = now() - base.seenMicros();
    return age < 0
        || Duration.of(age, ChronoUnit.MICROS).compareTo(services.limits().restorable()) > 0;
  }

  private Optional<Base> store(
      Base base, ReferenceRow row, @Nullable OpenHead before, Attempt attempt) {
    long time = now();
    services.environment().clockCheck().check(); // it may have been set since the IDs were drawn
    if (attempt.isLate(time)) {
      return again(base);
    }
    OpenHead head;
    try {
      head = writer.write(attempt, time);
    } catch (BackendUnavailableException | ObjectNotFoundException | MissingPageException e) {
      throw e; // no member is at fault: the database is unavailable, or the state may be superseded
    } catch (RuntimeException | Error e) {
      if (attempt.size() > 1) {
        return runApart(base);
      }
      attempt.refuse(e);
      return releaseIfCurrent(base, row, before, attempt);
    }
    return swap(base, row, head, attempt);
  }

  /**
   * Has each commit of a group run alone, because no head could be written for all of them: only
   * the commit at fault may fail. The group's results are dropped, since they may depend on that
   * commit.
   */
  private Optional<Base> runApart(Base base) {
    for (QueuedCommit<?> entry : open) {
      entry.setAlone();
      entry.forgetAttempt();
    }
    putBackOpen();
    return Optional.of(base);
  }

  private Optional<Base> swap(Base base, ReferenceRow row, OpenHead head, Attempt attempt) {
    ReferenceRow next = row.moveTo(head.id(), head.earlier(), services.environment().newToken());
    long submitted = queue.submitted();
    long began = now();
    Optional<Settled<ReferenceRow>> sent = writer.swap(row, next, attempt);
    if (sent.isEmpty()) {
      return again(base);
    }
    Settled<ReferenceRow> settled = sent.get();
    queue.noteGroup(attempt.size(), now() - began, now() - attempt.beganMicros());
    if (settled instanceof Settled.Applied) {
      services.seen().remember(next, head, began);
      services.heads().forget(attempt.replacedPages());
      attempt.state().objects().forEach(services.objects().cached()::remember);
      release(attempt);
      return Optional.empty();
    } else if (settled instanceof Settled.Conflict<ReferenceRow> conflict) {
      services.metrics().conflicted();
      putBackOpen();
      CONTENTION.await(++conflicts, services.environment());
      return Optional.of(base(conflict.found(), submitted, began));
    } else if (settled instanceof Settled.Unknown<ReferenceRow> unknown) {
      services.seen().forget(reference);
      failOpen(unknown.cause());
      return Optional.empty();
    }
    throw new AssertionError(settled);
  }

  // A change found that its key's deadline had not passed, and then this process was paused: the
  // key may have been accepted anew since and not be committed yet, so no conflict would reveal it.
  // Each change runs again and checks its own deadline.
  private Optional<Base> again(Base base) {
    putBackOpen();
    return Optional.of(base);
  }

  private void putBackOpen() {
    putBack(List.copyOf(open));
    open.clear();
  }

  /** Puts entries of an attempt that was not applied back at the front of the queue. */
  private void putBack(List<QueuedCommit<?>> entries) {
    queue.pushFront(entries.stream().filter(QueuedCommit::putBack).toList());
  }

  private void release(Attempt attempt) {
    open.clear();
    ending.release(attempt);
  }

  private void refuse(long shownFor) {
    for (QueuedCommit<?> entry : queue.pollSubmittedUpTo(shownFor)) {
      ending.fail(entry, services.references().notFound(reference));
    }
  }

  private void failOpen(Throwable cause) {
    if (open.isEmpty()) {
      // It failed before it took a commit, and would fail again for all: those that wait fail now.
      open.addAll(queue.pollAll());
    }
    ending.failAll(List.copyOf(open), writer.inDoubt(), cause);
    open.clear();
  }

  private long now() {
    return services.environment().nowMicros();
  }
}
