package dev.cairn.simulation.chaos;

import dev.cairn.api.Bytes;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.snowflake.SnowflakeId;
import java.util.Collection;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The connection of a process that sees no list of turns, as one of an older format level, and
 * writes none or nonsense.
 */
final class RudeProcess extends ForwardingBackend {
  private final TurnWatch watch;
  private final RandomGenerator random;
  private final boolean isForging;

  RudeProcess(Backend reached, TurnWatch watch, RandomGenerator random, boolean isForging) {
    super(reached);
    this.watch = watch;
    this.random = random;
    this.isForging = isForging;
  }

  @Override
  public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
    return super.readReference(key, mode).map(RudeProcess::withoutTurns);
  }

  @Override
  public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
    return told(super.swapReference(expected, rewritten(next)));
  }

  @Override
  public CasResult<ReferenceRow> writeAndSwap(
      Collection<ObjectRow> rows, Token expected, ReferenceRow next) {
    return told(super.writeAndSwap(rows, expected, rewritten(next)));
  }

  private static CasResult<ReferenceRow> told(CasResult<ReferenceRow> result) {
    return result instanceof CasResult.Conflict<ReferenceRow> conflict && conflict.row().isPresent()
        ? CasResult.conflictWith(withoutTurns(conflict.row().get()))
        : result;
  }

  private static ReferenceRow withoutTurns(ReferenceRow row) {
    return row.turns().isEmpty() ? row : row.withTurns(Bytes.empty(), row.token());
  }

  private ReferenceRow rewritten(ReferenceRow next) {
    next.headId().ifPresent(head -> watch.rude(SnowflakeId.node(head)));
    if (next.isTombstone()) {
      return next;
    }
    if (!isForging || random.nextBoolean()) {
      return withoutTurns(next);
    }
    byte[] forged = new byte[random.nextInt(12)];
    random.nextBytes(forged);
    for (int i = 0; i < forged.length; i += 2) {
      forged[i] = 0; // most of them are nodes of processes
      if (i + 1 < forged.length) {
        forged[i + 1] &= 7;
      }
    }
    return next.withTurns(Bytes.wrap(forged), next.token());
  }
}
