package dev.cairn.core.internal.metrics;

import dev.cairn.core.internal.settle.Settled;
import dev.cairn.core.internal.store.CommitMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Meters of commits:
 *
 * <ul>
 *   <li>{@code cairn.commit.commit}, a timer from submission to end, by outcome: {@code applied},
 *       {@code unchanged}, {@code refused} (the change threw), {@code conflict} (stopped after
 *       conflicts), {@code unknown}, {@code failed}
 *   <li>{@code cairn.commit.group}: how many commits an attempt to swap has; its count is that of
 *       attempts
 *   <li>{@code cairn.commit.rows} and {@code cairn.commit.bytes}: what an attempt writes
 *   <li>{@code cairn.commit.conflicts}: attempts that found the reference moved
 *   <li>{@code cairn.commit.settled}: swaps whose reply was lost, by how they were settled: {@code
 *       applied}, {@code conflict} (not applied), {@code unknown}
 *   <li>{@code cairn.turn.place}: how many processes were before this one when it joined a list of
 *       turns; its count is that of joins
 *   <li>{@code cairn.turn.wait}, a timer from joining, or from the last turn, to a turn; its count
 *       is that of turns taken
 *   <li>{@code cairn.turn.dropped}: processes that this one dropped, because they did nothing
 * </ul>
 *
 * <p>All have the tag {@code backend}.
 */
public final class CommitMeters implements CommitMetrics {
  private final Map<Outcome, Timer> commits = new EnumMap<>(Outcome.class);
  private final DistributionSummary group;
  private final DistributionSummary rows;
  private final DistributionSummary bytes;
  private final Counter conflicts;
  private final Counter settledApplied;
  private final Counter settledConflict;
  private final Counter settledUnknown;
  private final DistributionSummary place;
  private final Timer turnWait;
  private final Counter dropped;

  /** Counts into {@code registry} for the backend called {@code backend}. */
  public CommitMeters(MeterRegistry registry, String backend) {
    for (Outcome outcome : Outcome.values()) {
      commits.put(
          outcome,
          Timer.builder("cairn.commit.commit")
              .tag("backend", backend)
              .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
              .publishPercentileHistogram()
              .register(registry));
    }
    group = registry.summary("cairn.commit.group", "backend", backend);
    rows = registry.summary("cairn.commit.rows", "backend", backend);
    bytes = registry.summary("cairn.commit.bytes", "backend", backend);
    conflicts = registry.counter("cairn.commit.conflicts", "backend", backend);
    settledApplied = settled(registry, backend, "applied");
    settledConflict = settled(registry, backend, "conflict");
    settledUnknown = settled(registry, backend, "unknown");
    place = registry.summary("cairn.turn.place", "backend", backend);
    turnWait =
        Timer.builder("cairn.turn.wait")
            .tag("backend", backend)
            .publishPercentileHistogram()
            .register(registry);
    dropped = registry.counter("cairn.turn.dropped", "backend", backend);
  }

  private static Counter settled(MeterRegistry registry, String backend, String outcome) {
    return registry.counter("cairn.commit.settled", "backend", backend, "outcome", outcome);
  }

  @Override
  public void attempted(int commitCount, int rowCount, long byteCount) {
    group.record(commitCount);
    rows.record(rowCount);
    bytes.record((double) byteCount);
  }

  @Override
  public void conflicted() {
    conflicts.increment();
  }

  @Override
  public void settled(Settled<?> settled) {
    if (settled instanceof Settled.Applied) {
      settledApplied.increment();
    } else if (settled instanceof Settled.Conflict) {
      settledConflict.increment();
    } else {
      settledUnknown.increment();
    }
  }

  @Override
  public void ended(Outcome outcome, Duration latency) {
    Objects.requireNonNull(commits.get(outcome)).record(latency);
  }

  @Override
  public void joined(int before) {
    place.record(before);
  }

  @Override
  public void turnBegan(Duration waited) {
    turnWait.record(waited);
  }

  @Override
  public void dropped(int processes) {
    dropped.increment(processes);
  }
}
