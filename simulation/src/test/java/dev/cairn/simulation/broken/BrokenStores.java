package dev.cairn.simulation.broken;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestClock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Backends on which no store can keep its promises. */
final class BrokenStores {
  private BrokenStores() {}

  /** A swap of a reference is reported to be done and is not. */
  static final class AppliedWithoutWriting extends Broken {
    AppliedWithoutWriting(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      return CasResult.applied();
    }
  }

  /** Every other swap of a reference is done and answered in another way. */
  abstract static class AnsweredWrongly extends Broken {
    private final Map<ReferenceKey, Integer> swaps = new ConcurrentHashMap<>();
    private final Map<ReferenceKey, Long> versions = new ConcurrentHashMap<>();

    AnsweredWrongly(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    abstract CasResult<ReferenceRow> answer(ReferenceRow done);

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      CasResult<ReferenceRow> result = super.swapReference(expected, next);
      return result instanceof CasResult.Applied
              && isNewVersion(next)
              && swaps.merge(next.key(), 1, Integer::sum) % 2 == 1
          ? answer(next)
          : result;
    }

    // Swaps of turns keep the version. If they counted, a join between two attempts of a commit
    // would get every true answer, and the commit none.
    private boolean isNewVersion(ReferenceRow next) {
      Long before = versions.put(next.key(), next.version());
      return before == null || before != next.version();
    }
  }

  /** What was done is reported as a conflict. */
  static final class ConflictAfterApplying extends AnsweredWrongly {
    ConflictAfterApplying(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    CasResult<ReferenceRow> answer(ReferenceRow done) {
      return CasResult.conflictWith(done);
    }
  }

  /** What was done is reported as certainly not done. */
  static final class UnavailableAfterApplying extends AnsweredWrongly {
    UnavailableAfterApplying(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    CasResult<ReferenceRow> answer(ReferenceRow done) {
      throw new BackendUnavailableException("the server said nothing");
    }
  }

  /** Strong reads of references are answered by a replica that is one swap behind. */
  static final class ReplicaBehind extends Broken {
    private final Map<ReferenceKey, ReferenceRow> replica = new ConcurrentHashMap<>();

    ReplicaBehind(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      Optional<ReferenceRow> before = present(next.key());
      CasResult<ReferenceRow> result = super.swapReference(expected, next);
      if (result instanceof CasResult.Applied) {
        before.ifPresent(row -> replica.put(row.key(), row));
      }
      return result;
    }

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
      ReferenceRow behind = replica.get(key);
      return behind == null ? super.readReference(key, mode) : Optional.of(behind);
    }
  }

  /** A bulk write of many rows forgets some. */
  static final class RowsForgotten extends Broken {
    RowsForgotten(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      List<ObjectRow> given = List.copyOf(rows);
      super.write(given.size() > 1 ? given.subList(1, given.size()) : given);
    }
  }

  /** A swap sometimes reports a conflict although no other write happened. */
  static final class ConflictsWithNobody extends Broken {
    private final Map<ReferenceKey, Integer> swaps = new ConcurrentHashMap<>();

    ConflictsWithNobody(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {
      return swaps.merge(next.key(), 1, Integer::sum) % 3 == 0
          ? CasResult.conflictWith(present(next.key()).orElseThrow())
          : super.swapReference(expected, next);
    }
  }

  /** A driver takes interrupts for its own and forgets them. */
  static final class InterruptsSwallowed extends Broken {
    InterruptsSwallowed(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    protected <T> T around(Operation operation, Supplier<T> call) {
      boolean unused = Thread.interrupted();
      return super.around(operation, call);
    }
  }
}
