package dev.cairn.simulation.broken;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.testkit.TestClock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Bulk calls on immutable objects, broken. */
final class BrokenObjects {
  private BrokenObjects() {}

  /** A key that is named twice is answered once. */
  static final class FetchDropsDuplicates extends Broken {
    FetchDropsDuplicates(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      return super.fetch(List.copyOf(new LinkedHashSet<>(keys)), mode);
    }
  }

  /** Answers come in the order of the database. */
  static final class FetchReorders extends Broken {
    FetchReorders(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      return super.fetch(keys.stream().sorted((a, b) -> a.id().compareTo(b.id())).toList(), mode);
    }
  }

  /** Only rows that are there are answered. */
  static final class FetchLeavesOutMissing extends Broken {
    FetchLeavesOutMissing(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      return super.fetch(keys, mode).stream().filter(Optional::isPresent).toList();
    }
  }

  /** Keys beyond the first batch are answered as missing. */
  static final class FetchForgetsUnprocessed extends Broken {
    FetchForgetsUnprocessed(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      int batch = Math.min(keys.size(), limits().fetchBatch());
      List<Optional<ObjectRow>> rows = new ArrayList<>(super.fetch(keys.subList(0, batch), mode));
      rows.addAll(Collections.nCopies(keys.size() - batch, Optional.empty()));
      return rows;
    }
  }

  /** A fetch needs a key. */
  static final class FetchRefusesNoKeys extends Broken {
    FetchRefusesNoKeys(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      if (keys.isEmpty()) {
        throw new IllegalArgumentException("no keys");
      }
      return super.fetch(keys, mode);
    }
  }

  /** What was once missing stays missing for strong reads. */
  static final class MissingRemembered extends Broken {
    MissingRemembered(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private final Set<ObjectKey> missing = ConcurrentHashMap.newKeySet();

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      List<Optional<ObjectRow>> rows = new ArrayList<>(super.fetch(keys, mode));
      for (int i = 0; i < rows.size(); i++) {
        if (missing.contains(keys.get(i))) {
          rows.set(i, Optional.empty());
        } else if (rows.get(i).isEmpty()) {
          missing.add(keys.get(i));
        }
      }
      return rows;
    }
  }

  /** A weak fetch answers with whatever it fetched before. */
  static final class WeakFetchFindsOthers extends Broken {
    WeakFetchFindsOthers(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private final AtomicReference<Optional<ObjectRow>> last =
        new AtomicReference<>(Optional.empty());

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      if (mode == ReadMode.WEAK) {
        return keys.stream().map(key -> last.get()).toList();
      }
      List<Optional<ObjectRow>> rows = super.fetch(keys, mode);
      rows.forEach(row -> row.ifPresent(found -> last.set(row)));
      return rows;
    }
  }

  /** Rows beyond the first batch are not written. */
  static final class WriteForgetsUnprocessed extends Broken {
    WriteForgetsUnprocessed(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      super.write(rows.stream().limit(limits().writeBatch()).toList());
    }
  }

  /** Writing a row again is an error. */
  static final class RewriteRefused extends Broken {
    RewriteRefused(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {

      for (ObjectRow row : rows) {
        if (present(row.key()).isPresent()) {
          throw new IllegalStateException("there already");
        }
      }
      super.write(rows);
    }
  }

  /** Rows of the wrong kind are written. */
  static final class WriteTakesAnything extends Broken {
    WriteTakesAnything(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {

      for (ObjectRow row : rows) {
        if (row.token().isPresent()) {
          force(row);
        } else {
          super.write(List.of(row));
        }
      }
    }
  }

  /** Keys beyond the first batch are not deleted. */
  static final class DeleteForgetsUnprocessed extends Broken {
    DeleteForgetsUnprocessed(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
      super.delete(keys.stream().limit(limits().writeBatch()).toList());
    }
  }

  /** Deleting a missing row is an error. */
  static final class DeleteOfMissingFails extends Broken {
    DeleteOfMissingFails(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {

      for (ObjectKey key : keys) {
        if (present(key).isEmpty()) {
          throw new IllegalStateException("not there");
        }
      }
      super.delete(keys);
    }
  }

  /** A deleted row cannot come back, as with clocks that disagree. */
  static final class DeletedStaysDeleted extends Broken {
    DeletedStaysDeleted(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private final Set<ObjectKey> deleted = ConcurrentHashMap.newKeySet();

    @Override
    public void delete(Collection<ObjectKey> keys) {

      deleted.addAll(keys);
      super.delete(keys);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      super.write(rows.stream().filter(row -> !deleted.contains(row.key())).toList());
    }
  }
}
