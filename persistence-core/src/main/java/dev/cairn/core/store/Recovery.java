package dev.cairn.core.store;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.HeadId;
import dev.cairn.api.store.HeadNotFoundException;
import dev.cairn.api.store.NothingToRecoverException;
import dev.cairn.api.store.Recovered;
import dev.cairn.core.Backoff;
import dev.cairn.core.head.AppliedWindow;
import dev.cairn.core.head.Head;
import dev.cairn.core.head.LogRecord;
import dev.cairn.core.head.OpenHead;
import dev.cairn.core.head.StoredValue;
import dev.cairn.core.index.IndexSet;
import dev.cairn.core.settle.Settled;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
  private final String reference;

  Recovery(CommitServices services, History history, String reference) {
    this.services = services;
    this.history = history;
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
      long keysFrom = keysFrom(plan.row());
      CommitId commit = commit(plan.row());
      OpenHead head = write(plan, commit, keysFrom, text);
      ReferenceRow next =
          plan.row().moveTo(head.id(), head.earlier(), services.environment().newToken());
      long began = services.environment().nowMicros();
      Settled<ReferenceRow> settled = services.references().move(plan.row(), next);
      if (settled instanceof Settled.Applied) {
        services.seen().remember(next, head, began);
        return new Recovered(commit, target, SnapshotView.instant(keysFrom));
      }
      services.seen().forget(reference);
      checkMayRepeat(settled, tryNumber);
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
    row.headId().ifPresent(id -> read(row, id).ifPresent(heads::add));
    for (HeadVersion each : row.earlierHeads().heads()) {
      read(row, each.headId()).ifPresent(heads::add);
    }
    return heads;
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
    Reachable.check(head, services.objects().stored());
    Optional<Instant> superseded = supersededAt(row, head);
    superseded.ifPresent(new Restore(services, history, reference, id)::checkNotTooOld);
  }

  /** Not later than when {@code head} was superseded; nothing if it is current. */
  private Optional<Instant> supersededAt(ReferenceRow row, OpenHead head) {
    try {
      OptionalLong successor = services.references().successor(row, head.version());
      if (successor.isEmpty()) {
        return Optional.empty();
      }
      long id = successor.getAsLong();
      // A head's ID is drawn before the head becomes current.
      return Optional.of(
          read(row, id)
              .map(next -> SnapshotView.instant(next.head().time()))
              .orElseGet(() -> SnowflakeId.instant(id)));
    } catch (ObjectNotFoundException | DamagedDataException e) {
      return Optional.of(SnapshotView.instant(head.head().time()));
    }
  }

  /**
   * The lost heads may have had any key that was accepted until now, by a clock that is ahead of
   * this one, and one whose clock is farther ahead than it should be may have made them.
   */
  private long keysFrom(ReferenceRow row) {
    long lost = AppliedKeys.micros(SnowflakeId.instant(row.headId().getAsLong()));
    return Math.max(services.environment().nowMicros(), lost)
        + AppliedKeys.micros(services.limits().skew());
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
    services.backend().write(rows);
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

  private void checkMayRepeat(Settled<ReferenceRow> settled, int tryNumber) {
    if (settled instanceof Settled.Unknown<ReferenceRow> unknown) {
      throw new UnknownOutcomeException(
          "the recovery of reference '%s' may or may not have been done; look at the reference before you repeat it"
              .formatted(reference),
          unknown.cause());
    }
    if (tryNumber == Backoff.BRIEF.tries()) {
      throw new BackendUnavailableException(
          "the recovery of reference '%s' met changes by others in each of %d tries and was not done; stop those who write, and try again"
              .formatted(reference, tryNumber));
    }
  }
}
