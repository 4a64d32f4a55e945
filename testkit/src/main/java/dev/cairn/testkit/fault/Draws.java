package dev.cairn.testkit.fault;

import dev.cairn.api.spi.Operation;
import dev.cairn.testkit.fault.FaultyBackend.Injected;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Numbers calls, asks the plan for each, and remembers what it said. */
final class Draws {
  private final FaultPlan plan;
  private final Map<Fault, Long> counts = new EnumMap<>(Fault.class);
  private final List<Injected> injected = new ArrayList<>();
  private long calls;
  private int refusalsLeft;
  private boolean healed;

  Draws(FaultPlan plan) {
    this.plan = plan;
  }

  synchronized Met next(Operation operation) {
    calls++;
    if (healed) {
      return new Met(calls, operation, Optional.empty());
    }
    Optional<Injection> injection =
        plan.next(calls, operation).filter(each -> each.fault().appliesTo(operation));
    if (refusalsLeft > 0) {
      refusalsLeft--;
      injection = Optional.of(new Injection(Fault.THROTTLED, 1));
    } else if (injection.isPresent() && injection.get().fault() == Fault.THROTTLED) {
      refusalsLeft = Math.max(0, injection.get().amount() - 1);
    }
    injection.ifPresent(each -> note(operation, each));
    return new Met(calls, operation, injection);
  }

  private void note(Operation operation, Injection injection) {
    counts.merge(injection.fault(), 1L, Long::sum);
    injected.add(new Injected(calls, operation, injection.fault(), injection.amount()));
  }

  synchronized void heal() {
    healed = true;
    refusalsLeft = 0;
  }

  synchronized List<Injected> injected() {
    return List.copyOf(injected);
  }

  synchronized FaultCounts counts(DelayedWrites delayed) {
    return new FaultCounts(calls, counts, delayed.landed(), delayed.count());
  }
}
