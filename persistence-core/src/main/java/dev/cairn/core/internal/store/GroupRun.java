package dev.cairn.core.internal.store;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.References;
import dev.cairn.core.internal.index.MissingPageException;
import dev.cairn.core.internal.settle.Settled;
import java.time.Duration;
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
  // As many as there can be processes; each joins once and then waits.
  private static final int MOST_SWAPS = 1_024;

  private final GroupCommitter queue;
  private final CommitServices services;
  private final String reference;
  // Taken from the queue and not ended: whatever fails, their callers must get an outcome.
  private final List<QueuedCommit<?>> open = new ArrayList<>();
  private final OutcomeRelease ending;
  private final AttemptWriter writer;
  private final Bases bases;
  private final TurnGate turns;
  private long attemptBegan;

  GroupRun(GroupCommitter queue, CommitServices services, String reference) {
    this.queue = queue;
    this.services = services;
    this.reference = reference;
    this.ending = new OutcomeRelease(services, reference);
    this.writer = new AttemptWriter(services, queue::shield);
    this.bases = new Bases(queue, services, reference);
    this.turns = queue.turns();
  }

  /** Runs one group, in as many attempts as it takes. */
  void run() {
    try {
      turns.begin();
      Optional<Base> base = turns.enter(bases.first(), ending);
      while (base.isPresent()) {
        queue.shield();
        base = attempt(base.get());
        if (base.isPresent()) {
          base = turns.enter(base.get(), ending);
        }
      }
    } catch (RuntimeException | Error e) {
      turns.forget(); // a leader that cannot read must not go on only for its place
      failOpen(e);
    }
  }

  /** Makes one attempt; returns the starting point of the next one, if one is needed. */
  private Optional<Base> attempt(Base base) {
    ReferenceRow row = base.row();
    if (row == null) {
      refuse(base.shownFor());
      return Optional.empty();
    }
    try {
      attemptBegan = now();
      OpenHead head = services.seen().headOf(row, services.heads());
      long now = now();
      KnownKeys keys = KnownKeys.of(row, head, services.heads(), services.limits(), now);
      Attempt attempt =
          new Attempt(row, head, keys, services.objects().nextId(), services.heads(), now);
      GroupEncoding encoding = new GroupEncoding(services, queue, reference);
      new GroupFill(queue, services, reference, ending, open, attempt, encoding).run();
      if (attempt.size() == 0) {
        return Optional.empty();
      }
      if (!encoding.finish()) {
        return runAgain(base);
      }
      attempt.addObjects();
      if (attempt.separate(services.limits().groupBytes())) {
        return runAgain(base);
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
    Base now = bases.read();
    if (!isSame(base.row(), now.row())) {
      putBackOpen();
      return Optional.of(now);
    }
    if (open.size() > 1) {
      return runApart(now);
    }
    throw incomplete(reference, missing);
  }

  /** The exception for a current state of which something is missing. */
  static DamagedDataException incomplete(String reference, CairnException missing) {
    return new DamagedDataException(
        "the current state of reference '%s' is incomplete: %s"
            .formatted(reference, missing.getMessage()),
        missing);
  }

  private static boolean isSame(@Nullable ReferenceRow known, @Nullable ReferenceRow found) {
    return known != null && found != null && References.isSameState(known, found);
  }

  /**
   * Ends an attempt that stores nothing. The results of its changes may be released if the state
   * they ran on was current after each of them was submitted.
   */
  private Optional<Base> releaseIfCurrent(
      Base base, ReferenceRow row, @Nullable OpenHead head, Attempt attempt) {
    Base shown = base;
    if (attempt.youngest() > base.shownFor() || mayBeCollected(base)) {
      shown = bases.read();
    }
    ReferenceRow current = shown.row();
    if (current != null && References.isSameState(row, current)) {
      services.seen().remember(current, head, shown.seenMicros());
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
    open.forEach(QueuedCommit::setAlone);
    return runAgain(base);
  }

  /** Runs all changes again, which does not count as an attempt: nothing was sent. */
  private Optional<Base> runAgain(Base base) {
    open.forEach(QueuedCommit::forgetAttempt);
    return again(base);
  }

  private Optional<Base> swap(Base base, ReferenceRow row, OpenHead head, Attempt attempt) {
    ReferenceRow current = row;
    long firstSwap = now();
    for (int swaps = 1; ; swaps++) {
      ReferenceRow next =
          current.moveTo(
              head.id(),
              head.earlier(),
              turns.turnsAfter(current, head.id(), attempt),
              services.environment().newToken());
      long submitted = queue.submitted();
      long began = swaps == 1 ? firstSwap : now();
      Optional<Settled<ReferenceRow>> sent = writer.swap(current, next, attempt);
      if (sent.isEmpty()) {
        return again(base);
      }
      long took = now() - began;
      if (sent.get() instanceof Settled.Conflict<ReferenceRow> conflict) {
        if (swaps < MOST_SWAPS && maySwapAgain(row, conflict.found(), attempt)) {
          current = conflict.found().orElseThrow();
          continue;
        }
        queue.rhythm().noteGroup(attempt.size(), took, began + took - attempt.beganMicros());
        services.metrics().conflicted();
        putBackOpen();
        turns.lost(firstSwap - attemptBegan, took);
        return Optional.of(bases.of(conflict.found(), submitted, began));
      }
      queue.rhythm().noteGroup(attempt.size(), took, began + took - attempt.beganMicros());
      if (sent.get() instanceof Settled.Unknown<ReferenceRow> unknown) {
        services.seen().forget(reference);
        failOpen(unknown.cause());
        return Optional.empty();
      }
      services.seen().remember(next, head, began);
      services.heads().forget(attempt.replacedPages());
      attempt.state().objects().forEach(services.objects().cached()::remember);
      turns.applied(next, head.id(), attempt.size(), firstSwap - attemptBegan, took, began + took);
      release(attempt);
      return Optional.empty();
    }
  }

  /**
   * Whether a swap from {@code row} that met {@code found} may be sent again unchanged, because
   * only the turns changed. A fence raises the version. An earlier release takes a change of the
   * token for a fence, so what the attempt refers to must still be young now, after the row was
   * read.
   */
  private boolean maySwapAgain(ReferenceRow row, Optional<ReferenceRow> found, Attempt attempt) {
    if (!turns.isOn()
        || found.isEmpty()
        || found.get().isTombstone()
        || !References.isSameState(found.get(), row)) {
      return false;
    }
    services.environment().clockCheck().check();
    return attempt.isYoung(
        services.environment().clock().instant().minus(services.limits().young()));
  }

  // A change found that its key's deadline had not passed, and then this process was paused: the
  // key may have been accepted anew since and not be committed yet, so no conflict would reveal it.
  // Each change runs again and checks its own deadline.
  private Optional<Base> again(Base base) {
    putBackOpen();
    return Optional.of(base);
  }

  /** Puts the commits of an attempt that was not applied back at the front of the queue. */
  private void putBackOpen() {
    queue.pushFront(open.stream().filter(QueuedCommit::putBack).toList());
    open.clear();
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
