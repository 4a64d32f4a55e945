package dev.cairn.simulation.broken;

import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.Operation;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Reads that never see what is new, and calls that wait for others without need. */
final class BrokenProgress {
  private BrokenProgress() {}

  /** Weak reads show what the first of them found. */
  static final class WeakReadsStayBehind extends Broken {
    private final Map<ReferenceKey, Optional<ReferenceRow>> references = new ConcurrentHashMap<>();
    private final Map<ObjectKey, Optional<ObjectRow>> objects = new ConcurrentHashMap<>();

    WeakReadsStayBehind(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public Optional<ReferenceRow> readReference(ReferenceKey key, ReadMode mode) {
      return mode == ReadMode.STRONG
          ? super.readReference(key, mode)
          : references.computeIfAbsent(key, this::present);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      return mode == ReadMode.STRONG
          ? super.fetch(keys, mode)
          : keys.stream().map(key -> objects.computeIfAbsent(key, this::present)).toList();
    }
  }

  /** One call at a time, and a scan is a call. */
  static final class ScansLockOthersOut extends Broken {
    private final Object lock = new Object();

    ScansLockOthersOut(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    protected <T> T around(Operation operation, Supplier<T> call) {
      synchronized (lock) {
        return super.around(operation, call);
      }
    }
  }
}
