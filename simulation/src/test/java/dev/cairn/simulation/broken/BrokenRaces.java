package dev.cairn.simulation.broken;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Token;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestClock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Checks that are not one with the write that follows: right for one thread, wrong for two. */
final class BrokenRaces {
  private BrokenRaces() {}

  /** A swap checks the token, then writes. */
  static final class LostUpdate extends Meeting {
    LostUpdate(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {

      if (!present(next.key()).flatMap(ObjectRow::token).equals(Optional.of(expected))) {
        return super.swap(expected, next);
      }
      meet(next.key());
      return force(next);
    }
  }

  /** An insert looks whether there is a row, then writes. */
  static final class TwoInsertsWin extends Meeting {
    TwoInsertsWin(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> insert(ObjectRow row) {

      if (present(row.key()).isPresent()) {
        return super.insert(row);
      }
      meet(row.key());
      return force(row);
    }
  }

  /** A delete checks the token, then deletes. */
  static final class TwoDeletesWin extends Meeting {
    TwoDeletesWin(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> deleteIf(ObjectKey key, Token expected) {

      if (!present(key).flatMap(ObjectRow::token).equals(Optional.of(expected))) {
        return super.deleteIf(key, expected);
      }
      meet(key);
      remove(key);
      return CasResult.applied();
    }
  }

  /** A swap checks the token, then writes. */
  static final class LostReferenceUpdate extends Meeting {
    LostReferenceUpdate(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {

      if (!present(next.key()).map(ReferenceRow::token).equals(Optional.of(expected))) {
        return super.swapReference(expected, next);
      }
      meet(next.key());
      return force(next);
    }
  }

  /** An insert looks whether there is a row, then writes. */
  static final class TwoReferenceInsertsWin extends Meeting {
    TwoReferenceInsertsWin(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> insertReference(ReferenceRow row) {

      if (present(row.key()).isPresent()) {
        return super.insertReference(row);
      }
      meet(row.key());
      return force(row);
    }
  }

  /** Two writes of the same rows at once fail. */
  static final class RacingWritesFail extends Meeting {
    RacingWritesFail(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {

      boolean missing = rows.stream().anyMatch(row -> present(row.key()).isEmpty());
      if (missing && isRacing()) {
        meet(rows.iterator().next().key());
        throw new IllegalStateException("another thread writes this row");
      }
      super.write(rows);
    }
  }

  /** Value and token are read one after the other. */
  static final class MixedRead extends Mixing {
    MixedRead(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {

      CasResult<ObjectRow> result = super.swap(expected, next);
      swapped();
      return result;
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      List<Optional<ObjectRow>> first = super.fetch(keys, mode);
      if (!waitForASwap()) {
        return first;
      }
      ObjectRow old = first.get(0).orElseThrow();
      return super.fetch(keys, mode).stream()
          .map(row -> row.map(found -> Broken.withValue(found, old.value())))
          .toList();
    }
  }

  /** Head and version are read one after the other. */
  static final class MixedReferenceRead extends Mixing {
    MixedReferenceRead(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public CasResult<ReferenceRow> swapReference(Token expected, ReferenceRow next) {

      CasResult<ReferenceRow> result = super.swapReference(expected, next);
      swapped();
      return result;
    }

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {

      Optional<ReferenceRow> first = super.readReference(key, mode);
      if (!waitForASwap()) {
        return first;
      }
      return super.readReference(key, mode)
          .map(
              row ->
                  new ReferenceRow(
                      key,
                      first.orElseThrow().headId(),
                      row.version(),
                      row.token(),
                      row.createdAtMicros(),
                      row.earlierHeads(),
                      row.deletedAtMicros(),
                      row.turns()));
    }
  }

  /** From its second strong read on, a thread is answered by a replica that is behind. */
  static final class OldRead extends Mixing {
    OldRead(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private final Map<ObjectKey, ObjectRow> replica = new ConcurrentHashMap<>();
    private final Set<Thread> upToDate = ConcurrentHashMap.newKeySet();

    @Override
    public CasResult<ObjectRow> swap(Token expected, ObjectRow next) {

      present(next.key()).ifPresent(row -> replica.putIfAbsent(row.key(), row));
      CasResult<ObjectRow> result = super.swap(expected, next);
      swapped();
      return result;
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      if (waitForASwap() && !upToDate.add(Thread.currentThread())) {
        return List.of(Optional.ofNullable(replica.get(keys.get(0))));
      }
      return super.fetch(keys, mode);
    }
  }
}
