package dev.cairn.core.internal.head;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.CairnException;
import dev.cairn.api.ObjectNotFoundException;
import dev.cairn.api.ReferenceExistsException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.ReferenceNotFoundException;
import dev.cairn.api.Scope;
import dev.cairn.api.UnknownOutcomeException;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.core.internal.runtime.Backoff;
import dev.cairn.core.internal.runtime.Environment;
import dev.cairn.core.internal.runtime.Micros;
import dev.cairn.core.internal.settle.Settled;
import dev.cairn.core.internal.settle.Settlement;
import dev.cairn.core.internal.settle.Verdict;
import dev.cairn.snowflake.SnowflakeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * References of one scope: created, moved and deleted by swaps of their rows.
 *
 * <p>A reference is inserted without a head; {@link #move} gives it one. Deleting it swaps in a
 * tombstone, creating it again swaps the tombstone out. A delayed write prepared before any of
 * these can therefore never restore an earlier state: the token it expects no longer exists.
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
   * @param settledMoves receives the settled outcomes of moves whose reply was lost
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
   * The row of a reference, read weakly: it may be an earlier one, or missing although it exists.
   * Only for decisions that the token of the next swap verifies.
   */
  public Optional<ReferenceRow> glance(String name) {
    return backend.readReference(key(name), ReadMode.WEAK);
  }

  /**
   * Swaps the turns alone. A lost reply is not settled: the list in the row that is read next tells
   * whether it was applied, and it changes nothing else.
   */
  public CasResult<ReferenceRow> swapTurns(ReferenceRow base, ReferenceRow next) {
    return backend.swapReference(base.token(), next);
  }

  /** Whether two rows of a reference differ at most in their turns. */
  public static boolean isSameState(ReferenceRow one, ReferenceRow other) {
    return one.version() == other.version()
        && one.createdAtMicros() == other.createdAtMicros()
        && one.headId().equals(other.headId())
        && one.isTombstone() == other.isTombstone();
  }

  /**
   * The row of a reference that must exist.
   *
   * @throws ReferenceNotFoundException if it does not exist, or is deleted
   */
  public ReferenceRow get(String name) {
    return find(name).orElseThrow(() -> notFound(key(name)));
  }

  /** All references that are not deleted, by name. Costs a scan. */
  public List<ReferenceRow> list() {
    List<ReferenceRow> rows = new ArrayList<>();
    new ReferenceScan(backend, environment, Optional.of(scope))
        .run(
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
   * @throws ReferenceExistsException if it exists
   * @throws UnknownOutcomeException if it is unknown whether this call created it
   */
  public ReferenceRow create(String name) {
    environment.clockCheck().check();
    ReferenceKey key = key(name);
    ReferenceRow inserted =
        ReferenceRow.create(key, environment.newToken(), environment.nowMicros());
    Optional<ReferenceRow> tombstone = Optional.empty();
    for (int tryNumber = 1; ; tryNumber++) {
      ReferenceRow row = tombstone.map(this::revived).orElse(inserted);
      Settled<ReferenceRow> settled =
          tombstone.isPresent() ? revive(tombstone.get(), row) : insert(inserted);
      if (settled instanceof Settled.Applied) {
        return row;
      }
      if (!(settled instanceof Settled.Conflict<ReferenceRow> conflict)
          || tryNumber == Backoff.BRIEF.tries()) {
        throw notDone("creation", key, settled);
      }
      Optional<ReferenceRow> found = conflict.found();
      if (found.isPresent() && !found.get().isTombstone()) {
        return checkMine(inserted, found.get());
      }
      if (tryNumber > 1) { // the first is not contended: a tombstone is found by the insert
        Backoff.BRIEF.await(tryNumber, environment);
      }
      tombstone =
          found; // empty if a collection has just removed it: then the insert is tried again
    }
  }

  // An insert whose reply was lost may be applied once the tombstone that blocked it is removed.
  private static ReferenceRow checkMine(ReferenceRow inserted, ReferenceRow found) {
    if (!found.token().equals(inserted.token())) {
      throw new ReferenceExistsException("the reference " + found.key() + " exists already");
    }
    return found;
  }

  private Settled<ReferenceRow> insert(ReferenceRow row) {
    return settlement(row.key())
        .run(
            () -> backend.insertReference(row),
            found -> ReferenceVerdicts.ofInsert(row, found),
            noFence());
  }

  private Settled<ReferenceRow> revive(ReferenceRow tombstone, ReferenceRow row) {
    return swap(tombstone, row, found -> ReferenceVerdicts.ofRevival(tombstone, row, found));
  }

  private ReferenceRow revived(ReferenceRow tombstone) {
    EarlierHeads earlier =
        tombstone.headId().isPresent() ? lineWithHead(tombstone) : tombstone.earlierHeads();
    // Later than any earlier life, whatever the clock says: the time distinguishes lives.
    long createdAt = Math.max(environment.nowMicros(), tombstone.createdAtMicros() + 1);
    return tombstone.revive(earlier, environment.newToken(), createdAt);
  }

  // The head became current at the row's version or, if fences and the tombstone came after it,
  // before.
  private EarlierHeads lineWithHead(ReferenceRow row) {
    long head = row.headId().getAsLong();
    return row.earlierHeads().plus(new HeadVersion(row.version(), head));
  }

  /**
   * Deletes a reference: its row stays as a tombstone.
   *
   * @throws ReferenceNotFoundException if it does not exist
   * @throws UnknownOutcomeException if it is unknown whether it was deleted
   * @throws BackendUnavailableException if it was not deleted, because other writers kept changing
   *     it
   */
  public void delete(String name) {
    environment.clockCheck().check();
    ReferenceRow row = get(name);
    for (int tryNumber = 1; ; tryNumber++) {
      ReferenceRow base = row;
      ReferenceRow next = base.tombstone(environment.newToken(), deletedAt(base));
      Settled<ReferenceRow> settled =
          swap(base, next, found -> ReferenceVerdicts.ofDeletion(base, next, found));
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

  // A tombstone is removed by its age, and with it all that is known of the reference. A clock that
  // was set back must not make it look old.
  private long deletedAt(ReferenceRow row) {
    long latest = Math.max(environment.nowMicros(), row.createdAtMicros());
    return row.headId().isEmpty()
        ? latest
        : Math.max(latest, Micros.of(SnowflakeId.instant(row.headId().getAsLong())));
  }

  /**
   * Moves a reference from {@code base} to {@code next}, which has a new head.
   *
   * <p>Where a reply is lost, the line of heads decides: a row with another token proves that the
   * swap can no longer be applied, and if it was applied, the row names its head or leads to it.
   */
  public Settled<ReferenceRow> move(ReferenceRow base, ReferenceRow next) {
    return move(base, next, () -> true);
  }

  /**
   * The same for a move that may come too late.
   *
   * @param isInTime whether the swap may be sent once more, where the first reply was lost
   */
  public Settled<ReferenceRow> move(
      ReferenceRow base, ReferenceRow next, BooleanSupplier isInTime) {
    return move(base, next, () -> backend.swapReference(base.token(), next), isInTime);
  }

  /** The same, with rows that the new head needs and that every try writes. */
  public Settled<ReferenceRow> move(
      ReferenceRow base, ReferenceRow next, Collection<ObjectRow> rows, BooleanSupplier isInTime) {
    return move(base, next, () -> backend.writeAndSwap(rows, base.token(), next), isInTime);
  }

  private Settled<ReferenceRow> move(
      ReferenceRow base,
      ReferenceRow next,
      Supplier<CasResult<ReferenceRow>> write,
      BooleanSupplier isInTime) {
    AtomicBoolean inDoubt = new AtomicBoolean();
    Settled<ReferenceRow> settled =
        swap(
            base,
            write,
            isInTime,
            found -> {
              inDoubt.set(true);
              return ReferenceVerdicts.ofMove(base, next, found, headsBefore);
            });
    if (inDoubt.get()) {
      settledMoves.accept(settled);
    }
    return settled;
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

  /**
   * Like {@link #isInLine(ReferenceRow, HeadVersion)}, where the caller reads the lines of heads.
   */
  public boolean isInLine(ReferenceRow row, HeadVersion sought, LongFunction<EarlierHeads> before) {
    return HeadLine.contains(row, sought, before);
  }

  /**
   * The head that superseded {@code earlier}, which is in the line of {@code row}; empty if it is
   * current.
   *
   * @throws ObjectNotFoundException if a head that could tell is collected
   */
  public OptionalLong successor(ReferenceRow row, HeadVersion earlier) {
    return HeadLine.successor(row, earlier, headsBefore);
  }

  private Settled<ReferenceRow> swap(
      ReferenceRow base, ReferenceRow next, Verdict.Rule<ReferenceRow> rule) {
    return swap(base, () -> backend.swapReference(base.token(), next), () -> true, rule);
  }

  private Settled<ReferenceRow> swap(
      ReferenceRow base,
      Supplier<CasResult<ReferenceRow>> write,
      BooleanSupplier isInTime,
      Verdict.Rule<ReferenceRow> rule) {
    Settlement.Fence<ReferenceRow> fence =
        new Settlement.Fence<>(
            found -> found.fence(environment.newToken()),
            fenced -> backend.swapReference(base.token(), fenced));
    return settlement(base.key()).run(write, isInTime, rule, Optional.of(fence));
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

  /** The exception for a reference that does not exist. */
  public ReferenceNotFoundException notFound(String name) {
    return notFound(key(name));
  }

  private static ReferenceNotFoundException notFound(ReferenceKey key) {
    return new ReferenceNotFoundException(
        "there is no reference " + key + "; create it first, or list the existing ones");
  }

  private static CairnException notDone(
      String what, ReferenceKey key, Settled<ReferenceRow> settled) {
    if (settled instanceof Settled.Conflict) {
      return new BackendUnavailableException(
          "the %s of the reference %s failed after %d conflicting attempts; try again"
              .formatted(what, key, Backoff.BRIEF.tries()));
    }
    return new UnknownOutcomeException(
        "the %s of the reference %s may or may not have been applied (%s); read the reference before you repeat it"
            .formatted(what, key, settled));
  }
}
