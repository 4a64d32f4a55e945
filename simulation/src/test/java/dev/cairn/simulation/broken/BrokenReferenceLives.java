package dev.cairn.simulation.broken;

import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestClock;
import java.util.Optional;

/** References that do not live and die as they should. */
final class BrokenReferenceLives {
  private BrokenReferenceLives() {}

  /** Inserting replaces a tombstone. */
  static final class InsertOverTombstone extends Broken {
    InsertOverTombstone(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
      return present(row.key()).filter(ReferenceRow::isTombstone).isPresent()
          ? force(row)
          : super.insertReference(row);
    }
  }

  /** A swap that keeps the head is not sent. */
  static final class FenceDoesNothing extends Broken {
    FenceDoesNothing(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {

      boolean same =
          present(next.key())
              .filter(
                  row ->
                      row.headId().equals(next.headId())
                          && row.deletedAtMicros().equals(next.deletedAtMicros()))
              .isPresent();
      return same ? CasResult.applied() : super.swapReference(expected, next);
    }
  }

  /** A swap to a tombstone removes the row. */
  static final class TombstoneRemoves extends Broken {
    TombstoneRemoves(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {

      CasResult<ReferenceRow> result = super.swapReference(expected, next);
      if (next.isTombstone() && result instanceof CasResult.Applied) {
        remove(next.key());
      }
      return result;
    }
  }

  /** Reading a tombstone finds nothing. */
  static final class TombstoneHidden extends Broken {
    TombstoneHidden(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
      return super.readReference(key, mode).filter(row -> !row.isTombstone());
    }
  }

  /** Removing removes whatever is there. */
  static final class RemoveIgnoresToken extends Broken {
    RemoveIgnoresToken(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
      return present(key)
          .map(row -> super.removeReference(key, row.token()))
          .orElseGet(CasResult::conflictWithNothing);
    }
  }

  /** Removing nothing is a success. */
  static final class RemoveOfMissingIsApplied extends Broken {
    RemoveOfMissingIsApplied(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
      return present(key).isEmpty() ? CasResult.applied() : super.removeReference(key, expected);
    }
  }

  /** A reference whose version does not fit into 32 bits is not removed. */
  static final class RemoveForgetsLargeVersions extends Broken {
    RemoveForgetsLargeVersions(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {
      return present(key).filter(row -> row.version() > Integer.MAX_VALUE).isPresent()
          ? CasResult.applied()
          : super.removeReference(key, expected);
    }
  }

  /** Removing leaves a tombstone. */
  static final class RemoveLeavesTombstone extends Broken {
    RemoveLeavesTombstone(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> removeReference(ReferenceKey key, Token expected) {

      Optional<ReferenceRow> row = present(key);
      return row.isPresent()
          ? super.swapReference(
              expected, row.get().tombstone(new Token(expected.low(), expected.high()), 1))
          : super.removeReference(key, expected);
    }
  }
}
