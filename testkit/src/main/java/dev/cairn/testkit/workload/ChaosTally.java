package dev.cairn.testkit.workload;

import dev.cairn.core.internal.settle.Settled;
import dev.cairn.testkit.fault.Fault;
import dev.cairn.testkit.fault.FaultCounts;
import dev.cairn.testkit.history.HistoryReport;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What happened in many runs of a scenario. */
public final class ChaosTally {
  private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
  private final Map<String, Long> settled = new TreeMap<>();
  private long runs;
  private long steps;
  private long calls;
  private long landed;
  private long operations;
  private long unknownApplied;
  private long unknownNotApplied;

  /** Adds what a faulty backend did. */
  public void add(FaultCounts counts) {
    calls += counts.calls();
    landed += counts.landed();
    counts.byFault().forEach((fault, count) -> faults.merge(fault, count, Long::sum));
  }

  /** Adds the check of a history. */
  public void add(HistoryReport report) {
    addOperations(report.calls(), report.unknownApplied(), report.unknownNotApplied());
  }

  /** Adds operations that were checked, and how those with unknown outcomes turned out. */
  public void addOperations(long count, long applied, long notApplied) {
    operations += count;
    unknownApplied += applied;
    unknownNotApplied += notApplied;
  }

  /** Adds a swap whose reply was lost and what the engine found out about it. */
  public synchronized void addSettled(Settled<?> outcome) {
    settled.merge(outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT), 1L, Long::sum);
  }

  /** Adds a simulated run. */
  public void addSchedule(long stepsOfIt) {
    runs++;
    steps += stepsOfIt;
  }

  /** Adds a run on real threads. */
  public void addRun() {
    runs++;
  }

  /** Adds all of {@code other}. */
  public void add(ChaosTally other) {
    runs += other.runs;
    steps += other.steps;
    calls += other.calls;
    landed += other.landed;
    operations += other.operations;
    unknownApplied += other.unknownApplied;
    unknownNotApplied += other.unknownNotApplied;
    other.settled.forEach((outcome, count) -> settled.merge(outcome, count, Long::sum));
    other.faults.forEach((fault, count) -> faults.merge(fault, count, Long::sum));
  }

  /** How many runs there were. */
  public long runs() {
    return runs;
  }

  /** How many operations were checked. */
  public long operations() {
    return operations;
  }

  /** How many calls met {@code fault}. */
  public long of(Fault fault) {
    return faults.getOrDefault(fault, 0L);
  }

  /** All counts, for people. */
  @Override
  public String toString() {
    return "%,d runs, %,d steps, %,d backend calls, %,d operations checked, unknown outcomes: %,d applied, %,d not; settled by the engine: %s; landed late: %,d; faults: %s"
        .formatted(
            runs,
            steps,
            calls,
            operations,
            unknownApplied,
            unknownNotApplied,
            settled,
            landed,
            faults);
  }
}
