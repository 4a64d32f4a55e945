package dev.cairn.simulation.broken;

import dev.cairn.api.Bytes;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.EarlierHeads;
import dev.cairn.api.spi.HeadVersion;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** References, broken. */
final class BrokenReferences {
  private BrokenReferences() {}

  /** An insert looks whether there is a row and forgets to write. */
  static final class InsertDoesNothing extends Broken {
    InsertDoesNothing(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
      return present(row.key()).isEmpty() ? CasResult.applied() : super.insertReference(row);
    }
  }

  /** Inserting replaces what is there. */
  static final class InsertOverwrites extends Broken {
    InsertOverwrites(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
      return force(row);
    }
  }

  /** A swap replaces whatever is there. */
  static final class SwapIgnoresToken extends Broken {
    SwapIgnoresToken(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      return present(next.key()).isPresent() ? force(next) : CasResult.conflictWithNothing();
    }
  }

  /** A swap of a missing row inserts it. */
  static final class SwapCreates extends Broken {
    SwapCreates(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      return present(next.key()).isEmpty() ? force(next) : super.swapReference(expected, next);
    }
  }

  /** A swap may keep the token. */
  static final class SwapAcceptsItsOwnToken extends Broken {
    SwapAcceptsItsOwnToken(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      return expected.equals(next.token()) ? force(next) : super.swapReference(expected, next);
    }
  }

  /** A swap does not write the line of heads. */
  static final class EarlierHeadsDropped extends Broken {
    EarlierHeadsDropped(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      return super.swapReference(expected, withLine(next, EarlierHeads.none()));
    }

    private static ReferenceRow withLine(ReferenceRow row, EarlierHeads line) {
      return new ReferenceRow(
          row.key(),
          row.headId(),
          row.version(),
          row.token(),
          row.createdAtMicros(),
          line,
          row.deletedAtMicros(),
          row.turns());
    }
  }

  /** A swap does not write the turns. */
  static final class TurnsDropped extends Broken {
    TurnsDropped(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      return super.swapReference(
          expected,
          next.turns().length() == 0 ? next : next.withTurns(Bytes.empty(), next.token()));
    }
  }

  /** A swap that keeps the version leaves the token that conditions compare. */
  static final class TurnsBesideTheToken extends Broken {
    TurnsBesideTheToken(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private final Map<ReferenceKey, Token> before = new ConcurrentHashMap<>();

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      Optional<ReferenceRow> present = present(next.key());
      boolean isJoin = present.filter(row -> row.version() == next.version()).isPresent();
      Token read = present.map(ReferenceRow::token).orElse(expected);
      boolean isOld = expected.equals(before.get(next.key()));
      if (isJoin) {
        before.put(next.key(), read);
      }
      return super.swapReference(isOld && !isJoin ? read : expected, next);
    }
  }

  /** Only so many earlier heads are written. */
  static final class LongLinesCut extends Broken {
    LongLinesCut(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> insertReference(ReferenceRow row) {

      List<HeadVersion> heads = row.earlierHeads().heads();
      EarlierHeads line =
          EarlierHeads.of(heads.subList(0, Math.min(heads.size(), EarlierHeads.RECENT)));
      return super.insertReference(
          new ReferenceRow(
              row.key(),
              row.headId(),
              row.version(),
              row.token(),
              row.createdAtMicros(),
              line,
              row.deletedAtMicros(),
              row.turns()));
    }
  }

  /** The head with the ID zero is taken for none. */
  static final class HeadZeroLost extends Broken {
    HeadZeroLost(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {

      return super.readReference(key, mode)
          .map(
              row ->
                  row.headId().equals(OptionalLong.of(0))
                      ? new ReferenceRow(
                          row.key(),
                          OptionalLong.empty(),
                          row.version(),
                          row.token(),
                          row.createdAtMicros(),
                          row.earlierHeads(),
                          row.deletedAtMicros(),
                          row.turns())
                      : row);
    }
  }

  /** A swap leaves created-at as it was. */
  static final class CreatedAtLost extends Broken {
    CreatedAtLost(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {

      long created = present(next.key()).map(ReferenceRow::createdAtMicros).orElse(0L);
      return super.swapReference(
          expected,
          new ReferenceRow(
              next.key(),
              next.headId(),
              next.version(),
              next.token(),
              created,
              next.earlierHeads(),
              next.deletedAtMicros(),
              next.turns()));
    }
  }

  /** What was once missing stays missing for strong reads. */
  static final class MissingRemembered extends Broken {
    MissingRemembered(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private final Set<ReferenceKey> missing = ConcurrentHashMap.newKeySet();

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {

      Optional<ReferenceRow> row =
          missing.contains(key) ? Optional.empty() : super.readReference(key, mode);
      if (row.isEmpty()) {
        missing.add(key);
      }
      return row;
    }
  }

  /** Reading finds rows that were never written. */
  static final class ReadFindsAnything extends Broken {
    ReadFindsAnything(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {

      return super.readReference(key, mode)
          .or(() -> Optional.of(ReferenceRow.create(key, new Token(0, 0), 0)));
    }
  }

  /** A swap writes all but the new token. */
  static final class SwapKeepsToken extends Broken {
    SwapKeepsToken(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      boolean holds = present(next.key()).filter(row -> row.token().equals(expected)).isPresent();
      return holds
          ? force(
              new ReferenceRow(
                  next.key(),
                  next.headId(),
                  next.version(),
                  expected,
                  next.createdAtMicros(),
                  next.earlierHeads(),
                  next.deletedAtMicros(),
                  next.turns()))
          : super.swapReference(expected, next);
    }
  }
}
