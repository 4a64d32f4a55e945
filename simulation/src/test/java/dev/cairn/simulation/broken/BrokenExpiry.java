package dev.cairn.simulation.broken;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.testkit.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Expiry hints, broken. */
final class BrokenExpiry {
  private BrokenExpiry() {}

  /** Rows go at the beginning of the minute in which they expire. */
  static final class RoundsDown extends Broken {
    RoundsDown(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      keys.forEach(this::expire);
      return super.fetch(keys, mode);
    }

    private void expire(ObjectKey key) {
      long minute = Duration.ofMinutes(1).toNanos() / 1_000;
      if (present(key)
          .filter(
              row ->
                  row.expiresAtMicros().isPresent()
                      && row.expiresAtMicros().getAsLong() / minute <= nowMicros() / minute)
          .isPresent()) {
        remove(key);
      }
    }
  }

  /** Hints in the far future are taken for the past. */
  static final class FarHintsOverflow extends Broken {
    FarHintsOverflow(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      keys.forEach(this::expire);
      return super.fetch(keys, mode);
    }

    private void expire(ObjectKey key) {
      if (present(key)
          .filter(row -> row.expiresAtMicros().orElse(0) > Long.MAX_VALUE / 2)
          .isPresent()) {
        remove(key);
      }
    }
  }

  /** A swap does not change the hint the row was inserted with. */
  static final class FirstHintStays extends Broken {
    FirstHintStays(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    private final Map<ObjectKey, Long> hints = new ConcurrentHashMap<>();

    @Override
    public CasResult<ObjectRow> insert(ObjectRow row) {

      row.expiresAtMicros().ifPresent(hint -> hints.put(row.key(), hint));
      return super.insert(row);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      keys.forEach(this::expire);
      return super.fetch(keys, mode);
    }

    private void expire(ObjectKey key) {
      if (hints.getOrDefault(key, Long.MAX_VALUE) < nowMicros()) {
        remove(key);
      }
    }
  }

  /** Rows past their hint go, though the backend does not say so. */
  static final class ExpiresSilently extends Broken {
    ExpiresSilently(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      keys.forEach(this::expire);
      return super.fetch(keys, mode);
    }

    private void expire(ObjectKey key) {
      if (present(key)
          .filter(row -> row.expiresAtMicros().orElse(Long.MAX_VALUE) < nowMicros())
          .isPresent()) {
        remove(key);
      }
    }
  }

  /** A row past its hint is there without its value. */
  static final class ExpiredLosesItsValue extends Broken {
    ExpiredLosesItsValue(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {

      return super.fetch(keys, mode).stream()
          .map(
              row ->
                  row.map(
                      found ->
                          found.expiresAtMicros().orElse(Long.MAX_VALUE) < nowMicros()
                              ? Broken.withValue(found, Bytes.empty())
                              : found))
          .toList();
    }
  }
}
