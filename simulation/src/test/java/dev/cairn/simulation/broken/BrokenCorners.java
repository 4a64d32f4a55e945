package dev.cairn.simulation.broken;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.api.spi.RowVisitor;
import dev.cairn.api.spi.ScanBound;
import dev.cairn.api.spi.ScanPosition;
import dev.cairn.testkit.TestClock;
import java.util.List;
import java.util.Optional;

/** Adapters that are right but for a corner, as found by breaking one that was new. */
final class BrokenCorners {
  private BrokenCorners() {}

  /** Tokens are stored in a number of 64 bits. */
  static final class HalfATokenCounts extends Broken {
    HalfATokenCounts(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private static Token whole(Optional<Token> present, Token expected) {
      return present.filter(token -> token.low() == expected.low()).orElse(expected);
    }

    private Token of(ObjectKey key, Token expected) {
      return whole(present(key).flatMap(ObjectRow::token), expected);
    }

    private Token of(ReferenceKey key, Token expected) {
      return whole(present(key).map(ReferenceRow::token), expected);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      return super.swap(of(next.key(), expected), next);
    }

    @Override
    public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
      return super.deleteIf(key, of(key, expected));
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      return super.swapReference(of(next.key(), expected), next);
    }

    @Override
    public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
      return super.removeReference(key, of(key, expected));
    }
  }

  /** A row past its hint is not shown, and in the way of an insert. */
  static final class HidesPastItsHint extends Broken {
    HidesPastItsHint(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public boolean expiresRows() {
      return true;
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      return super.fetch(keys, mode).stream()
          .map(
              found ->
                  found.filter(row -> row.expiresAtMicros().orElse(Long.MAX_VALUE) > nowMicros()))
          .toList();
    }
  }

  /** There is one cursor, which a second scan takes from the first. */
  static final class OneCursor extends Broken {
    private volatile Object cursor = new Object();

    OneCursor(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ScanPosition> scanObjects(
        Optional<Scope> scope,
        Optional<String> type,
        ScanBound bound,
        Optional<ScanPosition> after,
        RowVisitor<ObjectRow> visitor) {
      Object mine = new Object();
      cursor = mine;
      Optional<ScanPosition> end =
          super.scanObjects(scope, type, bound, after, row -> cursor == mine && visitor.visit(row));
      return cursor == mine ? end : Optional.empty();
    }
  }

  /** A conflict reports the row that was read before the swap. */
  static final class ConflictReportsAnEarlierRow extends Meeting {
    ConflictReportsAnEarlierRow(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private static <R> CasResult<R> reported(Optional<R> before, CasResult<R> result) {
      return result instanceof CasResult.Conflict && before.isPresent()
          ? CasResult.conflictWith(before.get())
          : result;
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      Optional<ObjectRow> before = present(next.key());
      meet(next.key());
      return reported(before, super.swap(expected, next));
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      Optional<ReferenceRow> before = present(next.key());
      meet(next.key());
      return reported(before, super.swapReference(expected, next));
    }
  }
}
