package dev.cairn.core.internal.store;

import dev.cairn.api.CairnException;
import dev.cairn.api.DamagedDataException;
import dev.cairn.api.internal.Durations;
import dev.cairn.api.store.CommitId;
import dev.cairn.api.store.HeadId;
import dev.cairn.core.internal.head.OpenHead;
import dev.cairn.core.internal.index.MissingPageException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fills the group of one attempt: takes commits from the queue and runs their changes, one after
 * the other, on one state, within the bounds of a group. Used once, by the leader.
 */
final class GroupFill {
  // Encoding takes about a microsecond per kilobyte, and waking a caller for it a few.
  private static final int LARGE_BYTES = 4 << 10;

  private final GroupCommitter queue;
  private final CommitServices services;
  private final String reference;
  private final OutcomeRelease ending;
  private final List<QueuedCommit<?>> open;
  private final Attempt attempt;
  private final GroupEncoding encoding;

  /**
   * @param open gets the commits that were taken from the queue and have not ended
   */
  GroupFill(
      GroupCommitter queue,
      CommitServices services,
      String reference,
      OutcomeRelease ending,
      List<QueuedCommit<?>> open,
      Attempt attempt,
      GroupEncoding encoding) {
    this.queue = queue;
    this.services = services;
    this.reference = reference;
    this.ending = ending;
    this.open = open;
    this.attempt = attempt;
    this.encoding = encoding;
  }

  /** Fills the group. */
  void run() {
    long end = Durations.after(now(), services.limits().groupTime());
    boolean isOpen = true;
    boolean mayWait = true;
    while (isOpen && attempt.size() < services.limits().groupSize()) {
      QueuedCommit<?> entry = queue.poll(attempt.size() == 0);
      if (entry == null) {
        if (!mayWait || !queue.rhythm().letOthersJoin(attempt.size())) {
          return;
        }
        mayWait = false;
        isOpen = now() <= end;
        continue;
      }
      open.add(entry);
      isOpen = run(entry, end) && !entry.isAlone() && now() <= end;
    }
  }

  /** Runs a change on the state of the attempt; false if it does not fit into the group. */
  private boolean run(QueuedCommit<?> entry, long end) {
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
    MemberWorkspace workspace = workspace(id, entry);
    Object value = null;
    Throwable failure = null;
    try {
      value = services.running().run(reference, () -> entry.change().apply(workspace));
      workspace.checkIndexCount();
    } catch (MissingPageException missing) {
      // Released only if the state is still the current one.
      failure =
          workspace.hasReadEarlier()
              ? incompleteEarlier(missing)
              : GroupRun.incomplete(reference, missing);
    } catch (Throwable thrown) {
      failure = thrown; // thrown by the caller's change: it affects no other commit
    } finally {
      workspace.close();
      queue.shield();
    }
    if (failure == null && !workspace.hasEdits() && workspace.objects().hasPut()) {
      failure =
          new IllegalStateException(
              "the change put objects but edited no index, so nothing would refer to them; add them"
                  + " to one");
    }
    if (failure != null || !workspace.isEdited()) {
      attempt.addIdle(entry, value, failure);
      return true;
    }
    return addWriter(entry, value, workspace, end);
  }

  private DamagedDataException incompleteEarlier(MissingPageException missing) {
    return new DamagedDataException(
        "the current state of reference '%s', or an earlier one that the change read, is incomplete: %s; run the check to see what is affected"
            .formatted(reference, missing.getMessage()),
        missing);
  }

  private OpenHead earlier(HeadId head) {
    return new Restore(services, new HeadFinder(services), reference, head).open();
  }

  private MemberWorkspace workspace(CommitId id, QueuedCommit<?> entry) {
    Instant youngFrom = services.environment().clock().instant().minus(services.limits().young());
    MemberObjects objects =
        new MemberObjects(
            attempt.state(),
            services.objects(),
            youngFrom,
            entry.stored(),
            entry.isEncodedAtOnce() ? Integer.MAX_VALUE : LARGE_BYTES);
    return new MemberWorkspace(id, attempt.state(), objects, this::earlier);
  }

  private boolean addWriter(
      QueuedCommit<?> entry, @Nullable Object value, MemberWorkspace workspace, long end) {
    boolean hasManyKeys = workspace.hasManyKeys();
    boolean fits =
        !hasManyKeys
            && attempt.bytes() + workspace.bytes() <= services.limits().groupBytes()
            && now() <= end;
    if (!fits && attempt.size() > 0) {
      entry.setAlone();
      entry.forgetAttempt();
      open.remove(entry);
      if (entry.putBack()) {
        queue.pushFront(List.of(entry));
      }
      return false;
    }
    attempt.addWriter(entry, value, workspace);
    encoding.add(entry, workspace.objects());
    return fits;
  }

  private long now() {
    return services.environment().nowMicros();
  }
}
