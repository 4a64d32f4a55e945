package dev.cairn.core.internal.metrics;

import dev.cairn.api.idempotency.Reservation;
import dev.cairn.core.internal.idempotency.IdempotencyMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Meters of requests with idempotency keys:
 *
 * <ul>
 *   <li>{@code cairn.idempotency.request}, by outcome: {@code original}, and the duplicates: {@code
 *       replay}, {@code coalesced}, {@code takeover}, {@code conflict}, {@code in-progress}, {@code
 *       replay-failed}; {@code unguarded} ran without its record, {@code error} threw
 *   <li>{@code cairn.idempotency.reserve}: answers of records, by outcome
 *   <li>{@code cairn.idempotency.wait}: requests that waited for another process
 *   <li>{@code cairn.idempotency.reconcile}: reconciliations after takeovers, by outcome
 *   <li>{@code cairn.idempotency.purged}: records and parts deleted after their retention
 * </ul>
 *
 * <p>All have the tag {@code backend}.
 */
public final class IdempotencyMeters implements IdempotencyMetrics {
  private enum Reserved {
    RESERVED,
    TAKEN_OVER,
    REPLAY,
    IN_PROGRESS,
    CONFLICT,
    REPLAY_FAILED
  }

  private final Map<Answer, Counter> requests;
  private final Map<Reserved, Counter> reservations;
  private final Map<Reconciled, Counter> reconciliations;
  private final Counter waits;
  private final Counter purged;

  /** Counts into {@code registry} for the backend called {@code backend}. */
  public IdempotencyMeters(MeterRegistry registry, String backend) {
    requests = counters(registry, backend, "request", Answer.class);
    reservations = counters(registry, backend, "reserve", Reserved.class);
    reconciliations = counters(registry, backend, "reconcile", Reconciled.class);
    waits = registry.counter("cairn.idempotency.wait", "backend", backend);
    purged = registry.counter("cairn.idempotency.purged", "backend", backend);
  }

  private static <E extends Enum<E>> Map<E, Counter> counters(
      MeterRegistry registry, String backend, String name, Class<E> type) {
    Map<E, Counter> counters = new EnumMap<>(type);
    for (E each : Objects.requireNonNull(type.getEnumConstants())) {
      String outcome = each.name().toLowerCase(Locale.ROOT).replace('_', '-');
      counters.put(
          each,
          registry.counter("cairn.idempotency." + name, "backend", backend, "outcome", outcome));
    }
    return counters;
  }

  private static <E extends Enum<E>> void count(Map<E, Counter> counters, E which) {
    Objects.requireNonNull(counters.get(which)).increment();
  }

  @Override
  public void reserved(Reservation reservation) {
    count(reservations, kind(reservation));
  }

  private static Reserved kind(Reservation reservation) {
    if (reservation instanceof Reservation.Reserved) {
      return Reserved.RESERVED;
    } else if (reservation instanceof Reservation.TakenOver) {
      return Reserved.TAKEN_OVER;
    } else if (reservation instanceof Reservation.Replay) {
      return Reserved.REPLAY;
    } else if (reservation instanceof Reservation.InProgress) {
      return Reserved.IN_PROGRESS;
    }
    return reservation instanceof Reservation.KeyConflict
        ? Reserved.CONFLICT
        : Reserved.REPLAY_FAILED;
  }

  @Override
  public void answered(Answer answer) {
    count(requests, answer);
  }

  @Override
  public void waited() {
    waits.increment();
  }

  @Override
  public void reconciled(Reconciled how) {
    count(reconciliations, how);
  }

  @Override
  public void purged(long records) {
    purged.increment((double) records);
  }
}
