package dev.cairn.core.head;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ReferenceExistsException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.Backoff;
import dev.cairn.core.Environment;
import dev.cairn.core.settle.Settled;
import dev.cairn.core.settle.Settlement;
import dev.cairn.core.settle.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * The references of one scope, which live and die by swap.
 *
 * <p>A reference is inserted without a head; its content comes by {@link #move}. Deleting it swaps
 * in a tombstone, creating it again swaps the tombstone back. So a delayed write prepared before
 * any of these can never bring back what is gone: its token is gone too.
 */
public final class References {
  private final Backend backend;
  private final Scope scope;
  private final Environment environment;
  private final LongFunction<EarlierHeads> headsBefore;
  private final Consumer<Settled<ReferenceRow>> settledMoves;

  /**
   * The references of {@code scope}.
   *
   * @param headsBefore reads the line of heads before a head, by the head's ID
   * @param settledMoves is told what became of moves whose reply was lost
   */
  public References(
      Backend backend,
      Scope scope,
      Environment environment,
      LongFunction<EarlierHeads> headsBefore,
      Consumer<Settled<ReferenceRow>> settledMoves) {
    this.backend = backend;
    this.scope = scope;
    this.environment = environment;
    this.headsBefore = headsBefore;
    this.settledMoves = settledMoves;
  }

  /** The row of a reference that is not deleted, read strongly. */
  public Optional<ReferenceRow> find(String name) {
    return readRow(key(name)).filter(row -> !row.isTombstone());
  }

  /** The row of a reference, deleted or not, read strongly. */
  public Optional<ReferenceRow> read(String name) {
    return readRow(key(name));
  }

  /**
   * The row of a reference that has to be there.
   *
   * @throws ReferenceNotFoundException if it is not, or is deleted
   */
  public ReferenceRow get(String name) {
    return find(name).orElseThrow(() -> notFound(key(name)));
  }

  /** All references that are not deleted, by name. Costs a scan. */
  public List<ReferenceRow> list() {
    List<ReferenceRow> rows = new ArrayList<>();
    backend.scanReferences(
        Optional.of(scope),
        Optional.empty(),
        row -> {
          if (!row.isTombstone()) {
            rows.add(row);
          }
          return true;
        });
    rows.sort(Comparator.comparing(row -> row.key().name()));
    return rows;
  }

  /**
   * Creates a reference without a head.
   *
   * @throws ReferenceExistsException if it is there
   * @throws UnknownOutcomeException if nobody can tell whether this call created it
   */
  public ReferenceRow create(String name) {
    ReferenceKey key = key(name);
    ReferenceRow row = ReferenceRow.create(key, environment.newToken(), environment.nowMicros());
    Settled<ReferenceRow> settled =
        settlement(key)
            .run(() -> backend.insertReference(row), found -> judgeInsert(row, found), noFence());
    return outcomeOfCreate(row, settled, 1);
  }

  private ReferenceRow outcomeOfCreate(
      ReferenceRow row, Settled<ReferenceRow> settled, int tryNumber) {
    if (settled instanceof Settled.Applied) {
      return row;
    }
    if (settled instanceof Settled.Conflict<ReferenceRow> conflict) {
      Optional<ReferenceRow> found = conflict.found();
      if (found.isPresent() && !found.get().isTombstone()) {
        throw new ReferenceExistsException("the reference " + row.key() + " is there already");
      }
      if (found.isPresent() && tryNumber < Backoff.BRIEF.tries()) {
        ReferenceRow next = revived(found.get());
        Settled<ReferenceRow> revival =
            swap(found.get(), next, later -> judgeRevival(found.get(), next, later));
        return outcomeOfCreate(next, revival, tryNumber + 1);
      }
    }
    throw notDone("creation", row.key(), settled);
  }

  private ReferenceRow revived(ReferenceRow tombstone) {
    EarlierHeads earlier =
        tombstone.headId().isPresent() ? lineWithHead(tombstone) : tombstone.earlierHeads();
    // Later than any earlier life, whatever the clock says: it tells one life from the next.
    long createdAt = Math.max(environment.nowMicros(), tombstone.createdAtMicros() + 1);
    return tombstone.revive(earlier, environment.newToken(), createdAt);
  }

  // The head became current at the row's version or, if fences and the tombstone came after it,
  // before.
  private EarlierHeads lineWithHead(ReferenceRow row) {
    long head = row.headId().getAsLong();
    return row.earlierHeads().plus(new HeadVersion(row.version(), head));
  }

  // A row goes only by way of a tombstone that stays for days, so none was there since the insert.
  private static Verdict judgeInsert(ReferenceRow mine, Optional<ReferenceRow> found) {
    return found.isEmpty() ? Verdict.AGAIN : judgeCreation(mine, found.get());
  }

  private static Verdict judgeRevival(
      ReferenceRow tombstone, ReferenceRow mine, Optional<ReferenceRow> found) {
    if (found.isEmpty()) {
      return Verdict.UNKNOWN; // deleted again, and its tombstone collected
    }
    return found.get().token().equals(tombstone.token())
        ? Verdict.AGAIN
        : judgeCreation(mine, found.get());
  }

  // Whatever came after mine has a higher version, and was created at the same moment or later.
  private static Verdict judgeCreation(ReferenceRow mine, ReferenceRow found) {
    if (found.token().equals(mine.token())) {
      return Verdict.APPLIED;
    }
    return found.version() <= mine.version() || found.createdAtMicros() < mine.createdAtMicros()
        ? Verdict.CONFLICT
        : Verdict.UNKNOWN;
  }

  /**
   * Deletes a reference: its row stays as a tombstone.
   *
   * @throws ReferenceNotFoundException if it is not there
   * @throws UnknownOutcomeException if nobody can tell whether it was deleted
   * @throws BackendUnavailableException if it was not, because others kept changing it
   */
  public void delete(String name) {
    ReferenceRow row = get(name);
    for (int tryNumber = 1; ; tryNumber++) {
      ReferenceRow base = row;
      ReferenceRow next = base.tombstone(environment.newToken(), environment.nowMicros());
      Settled<ReferenceRow> settled = swap(base, next, found -> judgeDelete(base, next, found));
      if (settled instanceof Settled.Applied) {
        return;
      }
      if (!(settled instanceof Settled.Conflict<ReferenceRow> conflict)
          || tryNumber == Backoff.BRIEF.tries()) {
        throw notDone("deletion", base.key(), settled);
      }
      row =
          conflict
              .found()
              .filter(found -> !found.isTombstone())
              .orElseThrow(() -> notFound(base.key()));
      Backoff.BRIEF.await(tryNumber, environment);
    }
  }

  // Deleted by this call or by another at the same time is the same to everybody.
  private static Verdict judgeDelete(
      ReferenceRow base, ReferenceRow mine, Optional<ReferenceRow> found) {
    if (found.isPresent() && found.get().token().equals(base.token())) {
      return Verdict.AGAIN;
    }
    boolean sameLife =
        found.isPresent()
            && !found.get().isTombstone()
            && found.get().createdAtMicros() == mine.createdAtMicros();
    return sameLife ? Verdict.CONFLICT : Verdict.APPLIED;
  }

  /**
   * Moves a reference from {@code base} to {@code next}, which has a new head.
   *
   * <p>Where a reply is lost, the line of heads tells: a row with another token proves that the
   * swap can no longer land, and names the head it would have brought, or leads to it, if it did.
   */
  public Settled<ReferenceRow> move(ReferenceRow base, ReferenceRow next) {
    AtomicBoolean inDoubt = new AtomicBoolean();
    Settled<ReferenceRow> settled =
        swap(
            base,
            next,
            found -> {
              inDoubt.set(true);
              return judgeMove(base, next, found);
            });
    if (inDoubt.get()) {
      settledMoves.accept(settled);
    }
    return settled;
  }

  private Verdict judgeMove(ReferenceRow base, ReferenceRow next, Optional<ReferenceRow> found) {
    if (found.isEmpty()) {
      return Verdict.UNKNOWN; // deleted, and its tombstone collected: the line is gone
    }
    if (found.get().token().equals(base.token())) {
      return Verdict.AGAIN;
    }
    try {
      return isInLine(found.get(), next) ? Verdict.APPLIED : Verdict.CONFLICT;
    } catch (ObjectNotFoundException e) {
      return Verdict.UNKNOWN; // the heads that could tell are collected
    }
  }

  private boolean isInLine(ReferenceRow found, ReferenceRow attempt) {
    return isInLine(found, new HeadVersion(attempt.version(), attempt.headId().getAsLong()));
  }

  /**
   * Whether {@code sought} is the head of {@code row} or became current before it, in this life of
   * the reference or an earlier one.
   *
   * @throws ObjectNotFoundException if a head that could tell is collected
   */
  public boolean isInLine(ReferenceRow row, HeadVersion sought) {
    return isInLine(row, sought, headsBefore);
  }

  /** The same where the caller reads the lines of heads. */
  public boolean isInLine(ReferenceRow row, HeadVersion sought, LongFunction<EarlierHeads> before) {
    return row.headId().equals(OptionalLong.of(sought.headId()))
        || HeadLine.contains(row.earlierHeads(), sought, before);
  }

  /**
   * The head that superseded {@code earlier}, which is in the line of {@code row}; nothing if it is
   * current.
   *
   * @throws ObjectNotFoundException if a head that could tell is collected
   */
  public OptionalLong successor(ReferenceRow row, HeadVersion earlier) {
    return HeadLine.successor(row, earlier, headsBefore);
  }

  private Settled<ReferenceRow> swap(
      ReferenceRow base, ReferenceRow next, Verdict.Rule<ReferenceRow> rule) {
    Settlement.Fence<ReferenceRow> fence =
        new Settlement.Fence<>(
            found -> found.fence(environment.newToken()),
            fenced -> backend.swapReference(base.token(), fenced));
    return settlement(base.key())
        .run(() -> backend.swapReference(base.token(), next), rule, Optional.of(fence));
  }

  private Settlement<ReferenceRow> settlement(ReferenceKey key) {
    return new Settlement<>(() -> readRow(key), environment);
  }

  private Optional<ReferenceRow> readRow(ReferenceKey key) {
    return backend.readReference(key, ReadMode.STRONG);
  }

  private ReferenceKey key(String name) {
    return new ReferenceKey(scope, name);
  }

  private static Optional<Settlement.Fence<ReferenceRow>> noFence() {
    return Optional.empty();
  }

  /** What to say of a reference that is not there. */
  public ReferenceNotFoundException notFound(String name) {
    return notFound(key(name));
  }

  private static ReferenceNotFoundException notFound(ReferenceKey key) {
    return new ReferenceNotFoundException(
        "there is no reference " + key + "; create it first, or list what is there");
  }

  private static CairnException notDone(
      String what, ReferenceKey key, Settled<ReferenceRow> settled) {
    if (settled instanceof Settled.Conflict) {
      return new BackendUnavailableException(
          "the %s of the reference %s met changes by others in each of %d tries and was not done; try again"
              .formatted(what, key, Backoff.BRIEF.tries()));
    }
    return new UnknownOutcomeException(
        "the %s of the reference %s may or may not have been done (%s); look again before you repeat it"
            .formatted(what, key, settled));
  }
}
