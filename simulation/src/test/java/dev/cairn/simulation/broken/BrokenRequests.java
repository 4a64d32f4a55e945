package dev.cairn.simulation.broken;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.testkit.TestClock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Calls sent as one request, which the database limits. */
final class BrokenRequests {
  private static final long MOST_BYTES = 16 << 20;
  private static final int MOST_KEYS = 4_096;

  private BrokenRequests() {}

  private static void check(boolean fits, String what) {
    if (!fits) {
      throw new BackendUnavailableException("the database refuses the request: " + what);
    }
  }

  /** A call that writes is one request, however large. */
  static final class WritesInOneRequest extends Broken {
    WritesInOneRequest(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void write(Collection<ObjectRow> rows) {
      long bytes = rows.stream().mapToLong(row -> row.value().length()).sum();
      check(bytes <= MOST_BYTES, "too many bytes");
      super.write(rows);
    }
  }

  /** The database ends a reply at its limit, and what is missing counts as not there. */
  static final class ReplyIsCut extends Broken {
    ReplyIsCut(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      long bytes = 0;
      List<Optional<ObjectRow>> reply = new ArrayList<>();
      for (Optional<ObjectRow> row : super.fetch(keys, mode)) {
        bytes += row.map(found -> found.value().length()).orElse(0);
        reply.add(bytes <= MOST_BYTES ? row : Optional.empty());
      }
      return reply;
    }
  }

  /** A fetch is one request, however many keys it names. */
  static final class KeysInOneRequest extends Broken {
    KeysInOneRequest(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public List<Optional<ObjectRow>> fetch(List<ObjectKey> keys, ReadMode mode) {
      check(keys.size() <= MOST_KEYS, "too many keys");
      return super.fetch(keys, mode);
    }
  }

  /** A deletion is one request, however many keys it names. */
  static final class DeletesInOneRequest extends Broken {
    DeletesInOneRequest(Backend sound, TestClock clock) {
      super(sound, clock);
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
      check(keys.size() <= MOST_KEYS, "too many keys");
      super.delete(keys);
    }
  }
}
