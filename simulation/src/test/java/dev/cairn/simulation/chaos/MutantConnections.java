package dev.cairn.simulation.chaos;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Connections that make the engine behind them behave as if it did something wrong: what it would
 * have to do differently, they do or hide.
 */
final class MutantConnections {
  private MutantConnections() {}

  /** Takes another token after a lost reply for a conflict, without checking the line of heads. */
  static Backend skipsSettling(Backend reached) {
    return new ForwardingBackend(reached) {
      @Override
      public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
        CasResult<ReferenceRow> result = super.swapReference(expected, next);
        if (!(result instanceof CasResult.Unknown)) {
          return result;
        }
        Optional<ReferenceRow> found = super.readReference(next.key(), ReadMode.STRONG);
        return found.isPresent() && !found.get().token().equals(expected)
            ? CasResult.conflictWith(found.get())
            : result;
      }
    };
  }

  /** A swap whose reply got lost is sent again until there is one, and that one is believed. */
  static Backend retriesBlindly(Backend reached) {
    return new ForwardingBackend(reached) {
      @Override
      public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
        CasResult<ReferenceRow> result = super.swapReference(expected, next);
        for (int i = 0; i < 5 && result instanceof CasResult.Unknown; i++) {
          result = super.swapReference(expected, next);
        }
        return result;
      }
    };
  }

  /** Gives up as if it had fenced the row. */
  static Backend givesUpWithoutFence(Backend reached) {
    return new ForwardingBackend(reached) {
      @Override
      public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
        return isFence(expected, next) ? CasResult.applied() : super.swapReference(expected, next);
      }

      private boolean isFence(Token expected, ReferenceRow next) {
        Optional<ReferenceRow> found = super.readReference(next.key(), ReadMode.STRONG);
        return found.isPresent()
            && found.get().token().equals(expected)
            && found.get().fence(next.token()).equals(next);
      }
    };
  }

  /** Deletes what an attempt of unknown outcome wrote. */
  static Backend deletesObjectsInDoubt(Backend reached) {
    return new ForwardingBackend(reached) {
      private List<ObjectKey> written = List.of();

      @Override
      public void write(Collection<ObjectRow> rows) {
        super.write(rows);
        written = rows.stream().map(ObjectRow::key).toList();
      }

      @Override
      public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
        List<ObjectKey> ofAttempt = written;
        CasResult<ReferenceRow> result = super.swapReference(expected, next);
        if (result instanceof CasResult.Unknown) {
          super.delete(ofAttempt);
        }
        return result;
      }
    };
  }

  /** Where the engine would look whether a remembered row is current, it believes that it is. */
  static Backend answersFromMemory(Backend reached) {
    return new ForwardingBackend(reached) {
      private final Map<ReferenceKey, ReferenceRow> remembered = new HashMap<>();

      @Override
      public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
        CasResult<ReferenceRow> result = super.swapReference(expected, next);
        if (result instanceof CasResult.Applied) {
          remembered.put(next.key(), next);
        } else {
          remembered.remove(next.key()); // to settle and to go on, it does look
        }
        return result;
      }

      @Override
      public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
        ReferenceRow row = remembered.get(key);
        return row == null ? super.readReference(key, mode) : Optional.of(row);
      }
    };
  }

  /** An insert puts a new row over a tombstone, whenever it arrives. */
  static Backend insertsOverTombstones(Backend store) {
    return new ForwardingBackend(store) {
      @Override
      public CasResult<ReferenceRow> insertReference(ReferenceRow row) {
        CasResult<ReferenceRow> result = super.insertReference(row);
        return result instanceof CasResult.Conflict<ReferenceRow> conflict
                && conflict.row().map(ReferenceRow::isTombstone).orElse(false)
            ? super.swapReference(conflict.row().get().token(), row)
            : result;
      }
    };
  }
}
