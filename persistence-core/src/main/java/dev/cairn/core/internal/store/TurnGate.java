package dev.cairn.core.internal.store;

import dev.cairn.api.Bytes;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.head.References;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.turn.TurnLine;
import dev.cairn.core.internal.turn.TurnList;
import dev.cairn.core.internal.turn.TurnStep;
import dev.cairn.core.internal.turn.TurnView;
import dev.cairn.snowflake.SnowflakeId;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a leader from attempting a group while it is another process's turn. Does what a {@link
 * TurnLine} decides: waits, reads the row, joins the list and leaves it.
 *
 * <p>Only the leader uses it, except for {@link #isListed}. While the process is in a list there is
 * always a leader, so that a first without commits leaves at once.
 */
final class TurnGate {
  private static final Backoff CONTENTION =
      new Backoff(Integer.MAX_VALUE, Duration.ofMillis(1), Duration.ofMillis(200));

  private static final long LONGEST_SLEEP_MICROS = 50_000;

  private static final int LOSSES_WITHOUT_PAUSE = 3;

  // A process that leaves is polite; if others keep changing the row, they drop it soon enough.
  private static final int TRIES_TO_LEAVE = 16;

  private final GroupCommitter queue;
  private final CommitServices services;
  private final Bases bases;
  private final String reference;
  private final @Nullable TurnLine line;
  private int node = -1;
  private int conflicts;
  private boolean isContended;
  private volatile boolean isListed;

  TurnGate(GroupCommitter queue, CommitServices services, String reference) {
    this.queue = queue;
    this.services = services;
    this.bases = new Bases(queue, services, reference);
    this.reference = reference;
    this.line =
        services
            .turns()
            .map(rules -> new TurnLine(rules, services.environment().random(), services.metrics()))
            .orElse(null);
  }

  /** Whether this process takes turns. */
  boolean isOn() {
    return line != null;
  }

  /** Whether this process is in the list, as far as it knows. */
  boolean isListed() {
    return isListed;
  }

  /** A new group begins: it has met no conflicts yet. */
  void begin() {
    conflicts = 0;
    isContended = false;
  }

  /**
   * Waits until a group may be attempted.
   *
   * @param start where the attempt would begin
   * @param ending fails commits whose time is over while they wait
   * @return where to begin; empty if there is nothing to attempt, or this thread stops leading
   */
  Optional<Base> enter(Base start, OutcomeRelease ending) {
    if (line == null) {
      backOff(isContended);
      isContended = false;
      return Optional.of(start);
    }
    try {
      return enter(line, start, ending);
    } catch (RuntimeException | Error e) {
      forget();
      throw e;
    }
  }

  private Optional<Base> enter(TurnLine turns, Base start, OutcomeRelease ending) {
    Base base = start;
    boolean isFresh = start.shownFor() > 0;
    while (true) {
      ReferenceRow row = base.row();
      TurnList list = row == null ? TurnList.EMPTY : TurnList.ofBytes(row.turns());
      if (row == null || (list.isEmpty() && !turns.isEngaged())) {
        forget();
        return Optional.of(base);
      }
      queue.shield();
      queue.failExpired(ending);
      if (queue.isClosed()) {
        leave(base);
        return Optional.empty();
      }
      node = SnowflakeId.node(services.objects().nextId());
      isListed = list.contains(node);
      TurnStep step = turns.next(view(row, list, isFresh));
      if (step instanceof TurnStep.Commit commit) {
        // In its turn a process loses to those that ignore the list, now and then. If it keeps
        // losing,
        // turns do not help, and it must not try again without a pause.
        backOff(commit.isContended() || conflicts > LOSSES_WITHOUT_PAUSE);
        return Optional.of(base);
      } else if (step instanceof TurnStep.Done || queue.stopsLeading()) {
        return Optional.empty();
      } else if (step instanceof TurnStep.Look look) {
        await(look.waitMicros());
        base = look(turns, base, row);
        isFresh = true;
      } else if (step instanceof TurnStep.Pause pause) {
        await(pause.waitMicros());
      } else if (step instanceof TurnStep.Join) {
        base = join(turns, row, list);
        isFresh = true;
      } else {
        base = leave(base);
      }
    }
  }

  private void backOff(boolean isAfterConflict) {
    if (isAfterConflict) {
      CONTENTION.await(Math.max(1, conflicts), services.environment());
    }
  }

  private TurnView view(ReferenceRow row, TurnList list, boolean isFresh) {
    long now = now();
    int waiting = queue.size();
    long oldest = waiting == 0 ? 0 : now - queue.oldestMicros(now);
    return new TurnView(list, node, row.version(), isFresh, waiting, oldest, now);
  }

  // In parts, so that a store that closes does not wait for long.
  private void await(long micros) {
    for (long left = micros; left > 0 && !queue.isClosed(); left -= LONGEST_SLEEP_MICROS) {
      long part = Math.min(left, LONGEST_SLEEP_MICROS);
      services.environment().waiter().await(Duration.of(part, ChronoUnit.MICROS));
    }
  }

  /** Reads the row weakly; what is certainly older than the known row is ignored. */
  private Base look(TurnLine turns, Base known, ReferenceRow row) {
    long began = now();
    Optional<ReferenceRow> found = retrying(() -> services.references().glance(reference));
    turns.read(now() - began);
    if (found.isEmpty()
        || found.get().isTombstone()
        || found.get().createdAtMicros() != row.createdAtMicros()) {
      return retrying(bases::read); // a weak read does not prove that the reference is gone
    }
    return isOlder(found.get(), row) ? known : new Base(found.get(), 0, began);
  }

  // At the same version, others join; this process's entry goes only when it leaves.
  private boolean isOlder(ReferenceRow found, ReferenceRow known) {
    return found.version() < known.version()
        || (found.version() == known.version()
            && isListed
            && !TurnList.ofBytes(found.turns()).contains(node));
  }

  private Base join(TurnLine turns, ReferenceRow row, TurnList list) {
    long began = now();
    Base base = swapTurns(row, list.plus(node));
    ReferenceRow found = base.row();
    if (found != null && TurnList.ofBytes(found.turns()).contains(node)) {
      isListed = true;
      turns.joined(TurnList.ofBytes(found.turns()).placeOf(node));
    } else {
      turns.joinLost(found != null && References.isSameState(found, row), now() - began);
    }
    return base;
  }

  /** Swaps this process out of the list, unless the row keeps changing. */
  private Base leave(Base start) {
    Base base = start;
    for (int tryNumber = 1; tryNumber <= TRIES_TO_LEAVE; tryNumber++) {
      ReferenceRow row = base.row();
      TurnList list = row == null ? TurnList.EMPTY : TurnList.ofBytes(row.turns());
      if (row == null || !list.contains(node)) {
        break;
      }
      base = swapTurns(row, list.without(node));
    }
    forget();
    return base;
  }

  /** Swaps the list alone; returns the row afterwards. */
  private Base swapTurns(ReferenceRow row, TurnList list) {
    ReferenceRow next = row.withTurns(list.toBytes(), services.environment().newToken());
    long submitted = queue.submitted();
    long began = now();
    CasResult<ReferenceRow> result = retrying(() -> services.references().swapTurns(row, next));
    if (result instanceof CasResult.Applied) {
      services.seen().refresh(next, began);
      return new Base(next, submitted, began);
    }
    return retrying(() -> bases.met(result, submitted, began));
  }

  private <T> T retrying(Supplier<T> call) {
    return Backoff.BRIEF.retrying(
        services.environment(),
        () -> {
          queue.shield();
          return call.get();
        });
  }

  /** The turns that a swap from {@code row} to the head of {@code attempt} writes. */
  Bytes turnsAfter(ReferenceRow row, long headId, Attempt attempt) {
    TurnList list = line == null ? TurnList.EMPTY : TurnList.ofBytes(row.turns());
    if (line == null || list.isEmpty()) {
      return Bytes.empty();
    }
    int me = SnowflakeId.node(headId);
    if (queue.isClosed()) {
      return list.without(me).toBytes();
    }
    long returns = line.returnsUntil();
    int returned = attempt.submittedUntil(returns) + queue.submittedUntil(returns);
    return line.after(list, me, attempt.size(), queue.size(), returned, now()).toBytes();
  }

  /** A group was applied, whose swap wrote {@code row}. */
  void applied(
      ReferenceRow row,
      long headId,
      int size,
      long preparedMicros,
      long swapMicros,
      long nowMicros) {
    if (line != null) {
      TurnList list = TurnList.ofBytes(row.turns());
      node = SnowflakeId.node(headId);
      line.applied(list, node, size, preparedMicros, swapMicros, nowMicros);
      isListed = list.contains(node);
    }
  }

  /** Another process moved the reference during an attempt. */
  void lost(long preparedMicros, long swapMicros) {
    conflicts++;
    isContended = true;
    if (line != null) {
      line.lost(preparedMicros, swapMicros);
    }
  }

  /** Forgets the place in the list: no thread watches it any more, and others drop it. */
  void forget() {
    isListed = false;
    if (line != null && line.isEngaged()) {
      line.reset();
    }
  }

  private long now() {
    return services.environment().nowMicros();
  }
}
