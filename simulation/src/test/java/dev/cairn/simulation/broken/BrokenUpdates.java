package dev.cairn.simulation.broken;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.testkit.TestClock;
import java.util.Optional;

/** Conditional writes of objects, broken. */
final class BrokenUpdates {
  private BrokenUpdates() {}

  /** Inserting replaces what is there. */
  static final class InsertOverwrites extends Broken {
    InsertOverwrites(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> insert(ObjectRow row) {
      return force(row);
    }
  }

  /** A swap replaces whatever is there. */
  static final class SwapIgnoresToken extends Broken {
    SwapIgnoresToken(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      return present(next.key()).isPresent() ? force(next) : CasResult.conflictWithNothing();
    }
  }

  /** A swap of a missing row inserts it. */
  static final class SwapCreates extends Broken {
    SwapCreates(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      return present(next.key()).isEmpty() ? force(next) : super.swap(expected, next);
    }
  }

  /** A swap writes everything but the new token. */
  static final class SwapKeepsToken extends Broken {
    SwapKeepsToken(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {

      if (present(next.key()).flatMap(ObjectRow::token).equals(Optional.of(expected))) {
        return force(
            new ObjectRow(
                next.key(),
                next.value(),
                Optional.of(expected),
                next.createdAtMicros(),
                next.expiresAtMicros()));
      }
      return super.swap(expected, next);
    }
  }

  /** A swap that would not change the value is not sent. */
  static final class SwapSkipsEqualValue extends Broken {
    SwapSkipsEqualValue(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {

      boolean same = present(next.key()).map(ObjectRow::value).equals(Optional.of(next.value()));
      return same ? CasResult.applied() : super.swap(expected, next);
    }
  }

  /** A swap may keep the token. */
  static final class SwapAcceptsItsOwnToken extends Broken {
    SwapAcceptsItsOwnToken(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {

      return Optional.of(expected).equals(next.token()) ? force(next) : super.swap(expected, next);
    }
  }

  /** An applied swap is reported as a conflict, as after a hidden repetition. */
  static final class ConflictAfterApplying extends Broken {
    ConflictAfterApplying(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {

      super.swap(expected, next);
      return CasResult.conflict();
    }
  }

  /** A swap checks the token and forgets to write. */
  static final class AppliedWithoutWriting extends Broken {
    AppliedWithoutWriting(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {

      boolean holds = present(next.key()).flatMap(ObjectRow::token).equals(Optional.of(expected));
      return holds ? CasResult.applied() : super.swap(expected, next);
    }
  }

  /** A swap leaves created-at as it was, as an update of some columns would. */
  static final class SwapKeepsOldFields extends Broken {
    SwapKeepsOldFields(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {

      long created = present(next.key()).map(ObjectRow::createdAtMicros).orElse(0L);
      return super.swap(
          expected,
          new ObjectRow(next.key(), next.value(), next.token(), created, next.expiresAtMicros()));
    }
  }

  /** A conditional delete deletes whatever is there. */
  static final class DeleteIgnoresToken extends Broken {
    DeleteIgnoresToken(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {

      return present(key)
          .flatMap(ObjectRow::token)
          .map(token -> super.deleteIf(key, token))
          .orElseGet(CasResult::conflictWithNothing);
    }
  }

  /** A conditional delete of nothing is a success. */
  static final class DeleteOfMissingIsApplied extends Broken {
    DeleteOfMissingIsApplied(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {

      return present(key).isEmpty() ? CasResult.applied() : super.deleteIf(key, expected);
    }
  }

  /** A conditional delete forgets to delete. */
  static final class DeleteDoesNothing extends Broken {
    DeleteDoesNothing(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {

      boolean holds = present(key).flatMap(ObjectRow::token).equals(Optional.of(expected));
      return holds ? CasResult.applied() : super.deleteIf(key, expected);
    }
  }

  /** A conflict reports the row that was not written. */
  static final class ConflictReportsTheAttempt extends Broken {
    ConflictReportsTheAttempt(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {

      CasResult<ObjectRow> result = super.swap(expected, next);
      return result instanceof CasResult.Conflict ? CasResult.conflictWith(next) : result;
    }
  }

  /** A conflict of an insert reports that there is no row. */
  static final class ConflictReportsNothingThere extends Broken {
    ConflictReportsNothingThere(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> insert(ObjectRow row) {

      CasResult<ObjectRow> result = super.insert(row);
      return result instanceof CasResult.Conflict ? CasResult.conflictWithNothing() : result;
    }
  }
}
