package dev.cairn.simulation.broken;

import dev.cairn.api.Token;
import dev.cairn.api.spi.Arguments;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestClock;
import java.util.Collection;
import java.util.List;

/** Rows and swap in one call, broken. */
final class BrokenWriteAndSwap {
  private BrokenWriteAndSwap() {}

  /** Acknowledges what it did not do. */
  static final class DoesNothing extends Broken {
    DoesNothing(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> writeAndSwap(
        Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
      return CasResult.applied();
    }
  }

  /** Swaps without the rows. */
  static final class ForgetsRows extends Broken {
    ForgetsRows(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> writeAndSwap(
        Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
      return super.writeAndSwap(List.of(), expected, next);
    }
  }

  /** Replaces any row. */
  static final class IgnoresToken extends Broken {
    IgnoresToken(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> writeAndSwap(
        Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
      return present(next.key()).isPresent() ? force(next) : CasResult.conflictWithNothing();
    }
  }

  /** Inserts a missing reference. */
  static final class Creates extends Broken {
    Creates(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> writeAndSwap(
        Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
      return present(next.key()).isEmpty()
          ? super.insertReference(next)
          : super.writeAndSwap(rows, expected, next);
    }
  }

  /** Writes the rows when the reference is swapped already. */
  static final class SwapsFirst extends Broken {
    SwapsFirst(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> writeAndSwap(
        Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
      Arguments.checkWrite(limits(), rows);
      CasResult<ReferenceRow> result = super.swapReference(expected, next);
      if (result.equals(CasResult.applied())) {
        rows.forEach(row -> super.write(List.of(row)));
      }
      return result;
    }
  }

  /** Takes the rows of a lost attempt for its own, though others may have written them too. */
  static final class DeletesAfterAConflict extends Broken {
    DeletesAfterAConflict(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> writeAndSwap(
        Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
      CasResult<ReferenceRow> result = super.writeAndSwap(rows, expected, next);
      if (result instanceof CasResult.Conflict) {
        super.delete(rows.stream().map(ObjectRow::key).toList());
      }
      return result;
    }
  }

  /** Reports a mistake of the caller as a conflict. */
  static final class AcceptsMistakes extends Broken {
    AcceptsMistakes(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> writeAndSwap(
        Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
      try {
        return super.writeAndSwap(rows, expected, next);
      } catch (IllegalArgumentException e) {
        return CasResult.conflict();
      }
    }
  }
}
