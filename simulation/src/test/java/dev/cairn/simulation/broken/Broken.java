package dev.cairn.simulation.broken;

import dev.cairn.api.Bytes;
import dev.cairn.api.ObjectKey;
import dev.cairn.api.ReferenceKey;
import dev.cairn.api.Scope;
import dev.cairn.api.spi.Backend;
import dev.cairn.api.spi.CasResult;
import dev.cairn.api.spi.ForwardingBackend;
import dev.cairn.api.spi.Limits;
import dev.cairn.api.spi.ObjectRow;
import dev.cairn.api.spi.ReadMode;
import dev.cairn.api.spi.ReferenceRow;
import dev.cairn.testkit.TestClock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** A sound backend with a way to do to its rows what no sound backend would do. */
abstract class Broken extends ForwardingBackend {
  private final TestClock clock;
  // Tests with one thread run on the thread that opens the backend, racing ones do not.
  private final Thread opener = Thread.currentThread();
  private final Object lock = new Object();

  Broken(Backend delegate, TestClock clock) {
    super(delegate);
    this.clock = clock;
  }

  /** Small batches, so that a proof with many variants takes little time. */
  @Override
  public Limits limits() {
    return new Limits(super.limits().maxValueBytes(), 10, 10);
  }

  final long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }

  final boolean isRacing() {
    return Thread.currentThread() != opener;
  }

  final Optional<ObjectRow> present(ObjectKey key) {
    return delegate().fetch(List.of(key), ReadMode.STRONG).get(0);
  }

  final Optional<ReferenceRow> present(ReferenceKey key) {
    return delegate().readReference(key, ReadMode.STRONG);
  }

  final void remove(ObjectKey key) {
    present(key)
        .ifPresent(
            row -> {
              if (row.token().isPresent()) {
                delegate().deleteIf(key, row.token().get());
              } else {
                delegate().delete(List.of(key));
              }
            });
  }

  final void remove(ReferenceKey key) {
    present(key).ifPresent(row -> delegate().removeReference(key, row.token()));
  }

  /** Writes the row over whatever is there. */
  final CasResult<ObjectRow> force(ObjectRow row) {
    synchronized (lock) {
      remove(row.key());
      return delegate().insert(row);
    }
  }

  /** Writes the row over whatever is there. */
  final CasResult<ReferenceRow> force(ReferenceRow row) {
    synchronized (lock) {
      remove(row.key());
      return delegate().insertReference(row);
    }
  }

  static ObjectRow withValue(ObjectRow row, Bytes value) {
    return new ObjectRow(
        row.key(), value, row.token(), row.createdAtMicros(), row.expiresAtMicros());
  }

  /** Whether both IDs of a scope begin with those of another, if one is given. */
  static boolean within(Optional<Scope> prefix, Scope scope) {
    return prefix.isEmpty()
        || (scope.tenantId().startsWith(prefix.get().tenantId())
            && scope.catalogId().startsWith(prefix.get().catalogId()));
  }
}
