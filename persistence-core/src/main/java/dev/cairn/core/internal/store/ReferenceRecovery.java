package dev.cairn.core.internal.store;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.internal.Durations;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.NothingToRecoverException;
import dev.cairn.api.store.Recovered;
import dev.cairn.core.internal.head.AppliedWindow;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.LogRecord;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.head.RetainedHead;
import dev.cairn.core.internal.head.RetainedHeads;
import dev.cairn.core.internal.head.StoredValue;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Micros;
import dev.cairn.core.internal.settle.Settled;
import dev.cairn.snowflake.SnowflakeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Recovery of a reference whose current head is lost or damaged: continues from an earlier head.
 *
 * <p>It makes all decisions on what the database has, not on what this process remembers, and after
 * it has read the row that it swaps: if another process moves the reference or collects meanwhile,
 * the swap fails and it decides again.
 */
final class ReferenceRecovery {
  private final CommitServices services;
  private final HeadFinder history;
  private final RetainedHeads retained;
  private final String reference;

  ReferenceRecovery(
      CommitServices services, HeadFinder history, RetainedHeads retained, String reference) {
    this.services = services;
    this.history = history;
    this.retained = retained;
    this.reference = reference;
  }

  /**
   * The planned recovery.
   *
   * @param base the newest head that can be read: its keys and its line continue
   * @param target the head whose state is restored
   */
  private record Plan(ReferenceRow row, OpenHead base, OpenHead target) {}

  /** The newest head in the reference's list of which nothing is missing. */
  HeadId findTarget() {
    ReferenceRow row = services.references().get(reference);
    checkLost(row);
    for (OpenHead head : readable(row)) {
      HeadId id = new HeadId(head.head().version(), head.id());
      try {
        checkWhole(row, head, id);
        return id;
      } catch (DamagedDataException | HeadNotFoundException e) {
        // An older one may be complete.
      }
    }
    throw new HeadNotFoundException(
        "none of the heads that reference '%s' lists is complete and recent enough; restore the store from a backup or an export"
            .formatted(reference));
  }

  /** Checks that {@link #run} is possible. */
  void check(HeadId target) {
    Plan unused = plan(target);
  }

  /** Runs the recovery. */
  Recovered run(HeadId target, String message) {
    LogText text = new LogText();
    text.setMessage(message);
    for (int tryNumber = 1; ; tryNumber++) {
      Plan plan = plan(target);
      long keysFrom = keysFrom(plan);
      CommitId commit = commit(plan.row());
      OpenHead head = write(plan, commit, keysFrom, text);
      giveUpWhatIsMissing(plan.row());
      ReferenceRow next =
          plan.row().moveTo(head.id(), head.earlier(), services.environment().newToken());
      long began = services.environment().nowMicros();
      Settled<ReferenceRow> settled =
          Backoff.BRIEF.retrying(
              services.environment(), () -> services.references().move(plan.row(), next));
      if (settled instanceof Settled.Applied) {
        services.seen().remember(next, head, began);
        return new Recovered(commit, target, Micros.toInstant(keysFrom));
      }
      services.seen().forget(reference);
      checkMayRepeat(settled, commit, keysFrom, tryNumber);
      Backoff.BRIEF.await(tryNumber, services.environment());
    }
  }

  private Plan plan(HeadId target) {
    ReferenceRow row = services.references().get(reference);
    checkLost(row);
    OpenHead found = history.at(row, target);
    // It may be one that only this process's memory still has.
    OpenHead stored =
        read(row, found.id())
            .orElseThrow(
                () ->
                    new DamagedDataException(
                        "the head %s of reference '%s' is lost too; choose an older one"
                            .formatted(target, reference)));
    checkWhole(row, stored, target);
    OpenHead base =
        readable(row).stream()
            .findFirst()
            .filter(newest -> newest.head().version() > stored.head().version())
            .orElse(stored);
    return new Plan(row, base, stored);
  }

  private void checkLost(ReferenceRow row) {
    if (row.headId().isEmpty()) {
      throw new NothingToRecoverException(
          "reference '%s' has no head, so there is nothing to recover".formatted(reference));
    }
    Optional<OpenHead> current = read(row, row.headId().getAsLong());
    if (current.isPresent() && damagedKeys(current.get()).isEmpty()) {
      throw new NothingToRecoverException(
          "the current head of reference '%s' can be read, so there is nothing to recover; to go back, reset the reference"
              .formatted(reference));
    }
  }

  /** The readable heads of this life that the row names, newest first. */
  private List<OpenHead> readable(ReferenceRow row) {
    List<OpenHead> heads = new ArrayList<>();
    for (long id : named(row)) {
      read(row, id).ifPresent(heads::add);
    }
    return heads;
  }

  private static List<Long> named(ReferenceRow row) {
    List<Long> ids = new ArrayList<>();
    row.headId().ifPresent(ids::add);
    row.earlierHeads().heads().forEach(each -> ids.add(each.headId()));
    return ids;
  }

  private Optional<OpenHead> read(ReferenceRow row, long id) {
    try {
      return services
          .heads()
          .findStored(id)
          .filter(head -> head.head().life() == row.createdAtMicros());
    } catch (DamagedDataException e) {
      return Optional.empty();
    }
  }

  private void checkWhole(ReferenceRow row, OpenHead head, HeadId id) {
    new Restore(services, history, reference, id).checkNotTooOld(row, head);
    ReachabilityWalk.check(head, services.objects().stored());
  }

  /**
   * The time from which keys are known again. The lost heads may have had any key accepted until
   * now by a clock that is ahead of this one; and a process whose clock is farther ahead than
   * allowed may have made one of these heads, or keys that are damaged.
   */
  private long keysFrom(Plan plan) {
    long latest = services.environment().nowMicros();
    for (long id : named(plan.row())) {
      latest = Math.max(latest, Micros.of(SnowflakeId.instant(id)));
    }
    long skew = Durations.micros(services.limits().skew());
    AppliedWindow known = plan.base().head().applied();
    if (known == null) {
      return latest + skew;
    }
    latest = Math.max(latest, known.latest()); // by clocks that no other head may know
    return Math.max(latest + skew, known.watermark()); // an earlier recovery may refuse more
  }

  private CommitId commit(ReferenceRow row) {
    HeadId id = new HeadId(row.version() + 1, services.objects().nextId());
    return new CommitId(reference, row.createdAtMicros(), id, services.objects().nextId());
  }

  private OpenHead write(Plan plan, CommitId commit, long keysFrom, LogText text) {
    OpenHead base = plan.base();
    AppliedWindow known = base.head().applied();
    IndexSet.Spilled spilled = indexes(plan).spill(services.objects()::nextId);
    EarlierHeads earlier = base.earlierOfNext();
    LogRecord log =
        new LogRecord(
            commit.entry(), text.message(), text.attributes(), new TreeMap<>(), true, Map.of());
    Head head =
        new Head(
            commit.head().version(),
            commit.createdAtMicros(),
            Math.max(services.environment().nowMicros(), base.head().time()),
            earlier.toBytes(),
            spilled.indexes().roots(),
            List.of(log),
            (known == null ? AppliedWindow.NONE : known).raisedTo(keysFrom),
            base.head().unknown());
    List<ObjectRow> rows = new ArrayList<>();
    OpenHead open =
        services
            .heads()
            .write(
                commit.head().id(),
                head,
                base.newestId(), // what is restored belongs to an earlier head, or to this one
                earlier,
                spilled.indexes(),
                spilled.pages(),
                rows);
    Backoff.BRIEF.retrying(
        services.environment(),
        () -> {
          services.backend().write(rows);
          return true;
        });
    return open;
  }

  private IndexSet indexes(Plan plan) {
    IndexSet empty = services.heads().noIndexes();
    IndexSet indexes = Restore.restored(plan.base().indexes(), plan.target(), empty);
    for (String name : damagedKeys(plan.base())) {
      indexes = indexes.with(name, empty.index(name, StoredValue.SERIALIZER));
    }
    return indexes;
  }

  /**
   * The indexes of keys of which something is missing: {@link #keysFrom} compensates for them.
   *
   * @throws DamagedDataException if something else is missing
   */
  private Collection<String> damagedKeys(OpenHead head) {
    List<String> damaged = new ArrayList<>();
    for (String name : head.indexes().roots().keySet()) {
      if (Head.isOfTheEngine(name)) {
        try {
          ReachabilityWalk.check(head, List.of(name), services.objects().stored());
        } catch (DamagedDataException e) {
          if (!name.startsWith(AppliedKeys.PREFIX)) {
            throw e;
          }
          damaged.add(name);
        }
      }
    }
    return damaged;
  }

  /**
   * Marks states before the recovery as expired, since more of them may be missing than can be seen
   * here. Readers then get "expired", and collections continue without them. This is written before
   * the swap: if this process dies in between, or a process that still remembers the lost head
   * continues from it, the same states are incomplete.
   */
  private void giveUpWhatIsMissing(ReferenceRow row) {
    retained.raise(row.key(), new RetainedHead(row.createdAtMicros(), row.version() + 1, Map.of()));
  }

  private void checkMayRepeat(
      Settled<ReferenceRow> settled, CommitId commit, long keysFrom, int tryNumber) {
    if (settled instanceof Settled.Unknown<ReferenceRow> unknown) {
      throw new CommitUnknownException(
          commit,
          "the reply to its swap was lost. If it was applied, accept requests again from %s on"
              .formatted(Micros.toInstant(keysFrom)),
          unknown.cause());
    }
    if (tryNumber == Backoff.BRIEF.tries()) {
      throw new BackendUnavailableException(
          "the recovery of reference '%s' failed after %d conflicting attempts; stop all writers and try again"
              .formatted(reference, tryNumber));
    }
  }
}
