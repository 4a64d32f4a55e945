package dev.cairn.simulation.broken;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.testkit.TestClock;
import java.util.List;
import java.util.Optional;

/** Rows without a token taken for rows with one, and the other way round. */
final class BrokenTokens {
  private static final Token ZEROS = new Token(0, 0);

  private BrokenTokens() {}

  private static boolean hasNone(Optional<ObjectRow> row) {
    return row.isPresent() && row.get().token().isEmpty();
  }

  /** The condition is that no other token is there. */
  static class MissingIsAny extends Broken {
    MissingIsAny(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    boolean isExpected(Token expected) {
      return true;
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {
      return hasNone(present(next.key())) && isExpected(expected)
          ? force(next)
          : super.swap(expected, next);
    }

    @Override
    public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {
      if (hasNone(present(key)) && isExpected(expected)) {
        remove(key);
        return CasResult.applied();
      }
      return super.deleteIf(key, expected);
    }
  }

  /** The column of tokens has zeros by default. */
  static final class MissingIsZeros extends MissingIsAny {
    MissingIsZeros(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    boolean isExpected(Token expected) {
      return expected.equals(ZEROS);
    }
  }

  /** A token of zeros is read as none, so that no call can expect it. */
  static final class ZerosAreNone extends Broken {
    ZerosAreNone(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      return super.fetch(keys, mode).stream()
          .map(row -> row.filter(found -> !found.token().equals(Optional.of(ZEROS))))
          .toList();
    }
  }
}
