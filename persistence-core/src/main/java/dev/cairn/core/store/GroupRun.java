package dev.cairn.core.store;

import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.core.Backoff;
import dev.cairn.core.head.ObjectCache;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.index.MissingPageException;
import dev.cairn.core.settle.Settled;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes a group of commits from the queue and carries each to its end, as the numbered list of the
 * design says. Belongs to the thread that leads, and is used once.
 */
final class GroupRun {
  private static final Backoff CONTENTION =
      new Backoff(Integer.MAX_VALUE, Duration.ofMillis(1), Duration.ofMillis(200));

  private final GroupCommitter queue;
  private final CommitServices services;
  private final String reference;
  // Taken from the queue and not ended: whatever goes wrong, their callers have to be told.
  private final List<Entry<?>> open = new ArrayList<>();
  private final Ending ending;
  private @Nullable Attempt swapping;
  private int conflicts;

  GroupRun(GroupCommitter queue, CommitServices services, String reference) {
    this.queue = queue;
    this.services = services;
    this.reference = reference;
    this.ending = new Ending(queue, services, reference);
  }

  /** Runs one group, as often as it takes. */
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

  /** One attempt; returns where the next one starts from, if there has to be one. */
  private Optional<Base> attempt(Base base) {
    ReferenceRow row = base.row();
    if (row == null) {
      refuse(base.shownFor());
      return Optional.empty();
    }
    try {
      OpenHead head = services.seen().headOf(row, services.heads());
      Attempt attempt =
          new Attempt(row, head, services.objects().nextId(), services.heads(), now());
      fill(attempt);
      if (attempt.size() == 0) {
        return Optional.empty();
      }
      return attempt.writers() == 0
          ? releaseIfCurrent(base, row, head, attempt)
          : store(row, attempt);
    } catch (ObjectNotFoundException | MissingPageException e) {
      return readAgain(base, e);
    }
  }

  // A process may have stood still for longer than states are kept: something missing means that
  // the row is old. If it is not, it is damage.
  private Optional<Base> readAgain(Base base, CairnException missing) {
    Base now = readBase();
    if (isSame(base.row(), now.row())) {
      throw incomplete(missing);
    }
    putBackOpen();
    return Optional.of(now);
  }

  private DamagedDataException incomplete(CairnException missing) {
    return incomplete(reference, missing);
  }

  /** Says that something is missing of a state that is current. */
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
    long end = now() + services.limits().groupTime().toNanos() / 1_000;
    boolean isOpen = true;
    boolean mayWait = true;
    while (isOpen && attempt.size() < services.limits().groupSize()) {
      Entry<?> entry = queue.poll(attempt.size() == 0);
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
  private boolean run(Entry<?> entry, Attempt attempt, long end) {
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
      value = entry.change().apply(workspace);
    } catch (MissingPageException missing) {
      failure = incomplete(missing); // told only if the state is still the current one
    } catch (Throwable thrown) {
      failure = thrown; // of the caller's own code: it concerns nobody else
    } finally {
      workspace.close();
      queue.shield();
    }
    if (failure == null && !workspace.hasEdits() && !workspace.rows().isEmpty()) {
      failure =
          new IllegalStateException(
              "the change put objects but edited no index, so that nothing would refer to them");
    }
    if (failure != null || !workspace.isEdited()) {
      attempt.addIdle(entry, value, failure);
      return true;
    }
    return addWriter(entry, value, workspace, attempt, end);
  }

  private MemberWorkspace workspace(CommitId id, Entry<?> entry, Attempt attempt) {
    Instant youngFrom = services.environment().clock().instant().minus(services.limits().young());
    return new MemberWorkspace(id, attempt.state(), services.objects(), youngFrom, entry.stored());
  }

  private boolean addWriter(
      Entry<?> entry,
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
   * Nothing has to be stored. What the changes found may be told if the state they found was
   * current after each of them was submitted.
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

  // What the changes found missing may have been there while the state was current: a process can
  // stand still, in the middle of a change, for longer than replaced states are kept.
  private boolean mayBeCollected(Base base) {
    long age = now() - base.seenMicros();
    return age < 0
        || Duration.of(age, ChronoUnit.MICROS).compareTo(services.limits().restorable()) > 0;
  }

  private Optional<Base> store(ReferenceRow row, Attempt attempt) {
    OpenHead head = attempt.newHead(services.heads(), services.objects(), now());
    long bytes = attempt.rows().stream().mapToLong(stored -> stored.value().length()).sum();
    services.metrics().attempted(attempt.writers(), attempt.rows().size(), bytes);
    retrying(
        () -> {
          services.backend().write(attempt.rows());
          return true;
        });
    attempt.noteStored();
    ReferenceRow next = row.moveTo(head.id(), head.earlier(), services.environment().newToken());
    long submitted = queue.submitted();
    long began = now();
    Settled<ReferenceRow> settled = swap(row, next, attempt);
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

  private Settled<ReferenceRow> swap(ReferenceRow row, ReferenceRow next, Attempt attempt) {
    swapping = attempt; // from here on, whatever is thrown leaves the outcome in doubt
    try {
      Settled<ReferenceRow> settled = retrying(() -> services.references().move(row, next));
      if (!(settled instanceof Settled.Unknown)) {
        swapping = null;
      }
      return settled;
    } catch (CairnException e) {
      swapping = null; // these are thrown only if nothing was done
      throw e;
    }
  }

  private <T> T retrying(Supplier<T> call) {
    return Backoff.BRIEF.retrying(
        services.environment(),
        () -> {
          queue.shield();
          return call.get();
        });
  }

  private void putBackOpen() {
    putBack(List.copyOf(open));
    open.clear();
  }

  /** Lets entries of an attempt that came to nothing wait again, in front of all others. */
  private void putBack(List<Entry<?>> entries) {
    queue.pushFront(entries.stream().filter(Entry::putBack).toList());
  }

  private void release(Attempt attempt) {
    open.clear();
    ending.release(attempt);
  }

  private void refuse(long shownFor) {
    for (Entry<?> entry : queue.pollSubmittedUpTo(shownFor)) {
      ending.fail(entry, services.references().notFound(reference));
    }
  }

  private void failOpen(Throwable cause) {
    if (open.isEmpty()) {
      // It failed before any was taken, and would again and again: those that wait are told.
      open.addAll(queue.pollAll());
    }
    ending.failAll(List.copyOf(open), swapping, cause);
    open.clear();
    swapping = null;
  }

  private long now() {
    return services.environment().nowMicros();
  }
}
