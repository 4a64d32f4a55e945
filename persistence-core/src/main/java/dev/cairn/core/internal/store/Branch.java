package dev.cairn.core.internal.store;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceExistsException;
import dev.cairn.api.internal.Durations;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.CommitUnknownException;
import dev.cairn.api.store.HeadId;
import dev.cairn.core.internal.head.AppliedWindow;
import dev.cairn.core.internal.head.Head;
import dev.cairn.core.internal.head.LogRecord;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.index.IndexSet;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.settle.Settled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Creation of a reference at a head of another one.
 *
 * <p>The reference is inserted without a head. Each attempt then reads its row, checks that the
 * source's head is recent enough, and swaps the row to a new head. A collection that begins after
 * the row was read fences it, so that the swap fails; one that began before marks the source's
 * head, since that was superseded less than retention minus grace ago.
 */
final class Branch {
  private final CommitServices services;
  private final HeadFinder history;
  private final String reference;
  private final String source;
  private final HeadId target;

  Branch(
      CommitServices services, HeadFinder history, String reference, String source, HeadId target) {
    this.services = services;
    this.history = history;
    this.reference = reference;
    this.source = source;
    this.target = target;
  }

  /** Creates the reference; returns its row. */
  ReferenceRow create() {
    new Restore(services, history, source, target).check();
    insert();
    for (int tryNumber = 1; ; tryNumber++) {
      ReferenceRow row = empty();
      OpenHead head = sourceHead();
      CommitId commit = commit(row);
      OpenHead first = write(row, head, commit);
      ReferenceRow next =
          row.moveTo(first.id(), first.earlier(), services.environment().newToken());
      long began = services.environment().nowMicros();
      Settled<ReferenceRow> settled =
          Backoff.BRIEF.retrying(
              services.environment(), () -> services.references().move(row, next));
      if (settled instanceof Settled.Applied) {
        services.seen().remember(next, first, began);
        return next;
      }
      if (settled instanceof Settled.Unknown<ReferenceRow> unknown) {
        throw new CommitUnknownException(
            commit, "the reply to the swap that creates it was lost", unknown.cause());
      }
      if (tryNumber == Backoff.BRIEF.tries()) {
        throw new BackendUnavailableException(
            "the creation of reference '%s' failed after %d conflicting attempts; the same call completes it"
                .formatted(reference, tryNumber));
      }
      Backoff.BRIEF.await(tryNumber, services.environment());
    }
  }

  // It may be there from a call that stopped midway.
  private void insert() {
    try {
      ReferenceRow unused = services.references().create(reference);
    } catch (ReferenceExistsException e) {
      ReferenceRow unused = empty();
    }
  }

  private ReferenceRow empty() {
    ReferenceRow row = services.references().get(reference);
    if (row.headId().isPresent()) {
      throw new ReferenceExistsException(
          "the reference %s exists already and has a head".formatted(row.key()));
    }
    return row;
  }

  // After the row was read that the swap replaces.
  private OpenHead sourceHead() {
    ReferenceRow row = services.references().get(source);
    OpenHead head = history.at(row, target);
    new Restore(services, history, source, target).checkNotTooOld(row, head);
    return head;
  }

  private CommitId commit(ReferenceRow row) {
    HeadId id = new HeadId(row.version() + 1, services.objects().nextId());
    return new CommitId(reference, row.createdAtMicros(), id, services.objects().nextId());
  }

  private OpenHead write(ReferenceRow row, OpenHead from, CommitId commit) {
    services.environment().clockCheck().check();
    long now = services.environment().nowMicros();
    IndexSet empty = services.heads().noIndexes();
    IndexSet.Spilled spilled =
        Restore.restored(empty, from, empty).spill(services.objects()::nextId);
    EarlierHeads earlier = row.earlierHeads();
    LogRecord log =
        new LogRecord(
            commit.entry(),
            "create at the head %s of '%s'".formatted(target, source),
            new TreeMap<>(),
            new TreeMap<>(),
            true,
            Map.of());
    Head head =
        new Head(
            commit.head().version(),
            commit.createdAtMicros(),
            now,
            earlier.toBytes(),
            spilled.indexes().roots(),
            List.of(log),
            keysFrom(row, now),
            Map.of());
    List<ObjectRow> rows = new ArrayList<>();
    OpenHead open =
        services
            .heads()
            .write(
                commit.head().id(),
                head,
                from.newestId(),
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

  /**
   * No key is known, of this reference or of its source, so those that may have been accepted by
   * now are refused; so are those that an earlier life of the reference refuses.
   */
  private AppliedWindow keysFrom(ReferenceRow row, long now) {
    long skew = Durations.micros(services.limits().skew());
    long from = now + skew + 1;
    AppliedWindow before =
        KnownKeys.of(row, null, services.heads(), services.limits(), now).window();
    if (before != null) {
      from = Math.max(from, Math.max(before.watermark(), before.latest() + skew + 1));
    }
    return AppliedWindow.from(from);
  }
}
