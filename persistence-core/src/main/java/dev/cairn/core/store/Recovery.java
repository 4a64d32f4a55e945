package dev.cairn.core.store;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.NothingToRecoverException;
import dev.cairn.api.store.Recovered;
import dev.cairn.core.Backoff;
import dev.cairn.core.head.AppliedWindow;
import dev.cairn.core.head.Head;
import dev.cairn.core.head.LogRecord;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.head.RetainedHead;
import dev.cairn.core.head.RetainedHeads;
import dev.cairn.core.head.StoredValue;
import dev.cairn.core.index.IndexSet;
import dev.cairn.core.settle.Settled;
import dev.cairn.snowflake.SnowflakeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Goes on from an earlier head where the current one is lost or damaged.
 *
 * <p>All it decides, it decides on what the database has, not on what this process remembers, and
 * after it has read the row that it swaps: whoever moves the reference meanwhile, or collects,
 * makes it decide again.
 */
final class Recovery {
  private final CommitServices services;
  private final History history;
  private final RetainedHeads retained;
  private final String reference;

  Recovery(CommitServices services, History history, RetainedHeads retained, String reference) {
    this.services = services;
    this.history = history;
    this.retained = retained;
    this.reference = reference;
  }

  /**
   * What is to be done.
   *
   * @param base the newest head that can be read: its keys and its line go on
   * @param target the head whose state comes back
   */
  private record Plan(ReferenceRow row, OpenHead base, OpenHead target) {}

  /** The newest head that the reference remembers and of which nothing is missing. */
  HeadId findTarget() {
    ReferenceRow row = services.references().get(reference);
    checkLost(row);
    for (OpenHead head : readable(row)) {
      HeadId id = new HeadId(head.head().version(), head.id());
      try {
        checkWhole(row, head, id);
        return id;
      } catch (DamagedDataException | HeadNotFoundException e) {
        // One that is older may do.
      }
    }
    throw new HeadNotFoundException(
        "none of the heads that reference '%s' remembers is whole and young enough; bring the store back from a backup or an export"
            .formatted(reference));
  }

  /** Does it. */
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
        return new Recovered(commit, target, SnapshotView.instant(keysFrom));
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
    // It may be one that is only remembered.
    OpenHead stored =
        read(row, found.id())
            .orElseThrow(
                () ->
                    new DamagedDataException(
                        "the head %s of reference '%s' is lost too; take an older one"
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
          "reference '%s' has no head that could be lost".formatted(reference));
    }
    Optional<OpenHead> current = read(row, row.headId().getAsLong());
    if (current.isPresent() && damagedKeys(current.get()).isEmpty()) {
      throw new NothingToRecoverException(
          "the current head of reference '%s' can be read, so nothing has to be forgotten; to go back, reset the reference"
              .formatted(reference));
    }
  }

  /** The heads that the row names and that can be read, newest first, of this life. */
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
    Reachable.check(head, services.objects().stored());
  }

  /**
   * The lost heads may have had any key that was accepted until now, by a clock that is ahead of
   * this one; and one whose clock is farther ahead than it should be may have made one of them, or
   * keys that are damaged.
   */
  private long keysFrom(Plan plan) {
    long latest = services.environment().nowMicros();
    for (long id : named(plan.row())) {
      latest = Math.max(latest, AppliedKeys.micros(SnowflakeId.instant(id)));
    }
    AppliedWindow known = plan.base().head().applied();
    if (known != null) {
      latest = Math.max(latest, Math.max(known.newest(), known.second()));
      Long spilledTo = known.spilledTo(); // who accepts a key may have a clock that no head knows
      latest = spilledTo == null ? latest : Math.max(latest, spilledTo);
    }
    return latest + AppliedKeys.micros(services.limits().skew());
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
            .write(commit.head().id(), head, earlier, spilled.indexes(), spilled.pages(), rows);
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
   * The indexes of keys of which something is missing: {@link #keysFrom} makes up for them.
   *
   * @throws DamagedDataException if something is missing of what nothing makes up for
   */
  private Collection<String> damagedKeys(OpenHead head) {
    List<String> damaged = new ArrayList<>();
    for (String name : head.indexes().roots().keySet()) {
      if (Head.isOfTheEngine(name)) {
        try {
          Reachable.check(head, List.of(name), services.objects().stored());
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
   * States before the recovery may miss more than can be seen here. Who reads them is told that
   * they have expired, and collections go on without them. It is made known before the swap: if
   * this process dies in between, or somebody who remembers the lost head goes on with it, what is
   * missing behind is missing all the same.
   */
  private void giveUpWhatIsMissing(ReferenceRow row) {
    retained.raise(row.key(), new RetainedHead(row.createdAtMicros(), row.version() + 1, Map.of()));
  }

  private void checkMayRepeat(
      Settled<ReferenceRow> settled, CommitId commit, long keysFrom, int tryNumber) {
    if (settled instanceof Settled.Unknown<ReferenceRow> unknown) {
      throw new CommitUnknownException(
          commit,
          "the reply to its swap was lost. If it was, accept requests again from %s on"
              .formatted(SnapshotView.instant(keysFrom)),
          unknown.cause());
    }
    if (tryNumber == Backoff.BRIEF.tries()) {
      throw new BackendUnavailableException(
          "the recovery of reference '%s' met changes by others in each of %d tries and was not done; stop those who write, and try again"
              .formatted(reference, tryNumber));
    }
  }
}
