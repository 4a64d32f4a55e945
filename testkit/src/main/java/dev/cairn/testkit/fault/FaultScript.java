package dev.cairn.testkit.fault;

import dev.cairn.api.spi.Operation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Faults at calls that are named one by one. */
public final class FaultScript implements FaultPlan {
  private final List<Line> lines = new ArrayList<>();

  private static final class Line {
    final Set<Operation> operations;
    final Injection injection;
    long callsLeft;

    Line(Set<Operation> operations, long call, Injection injection) {
      if (call < 1) {
        throw new IllegalArgumentException("the first call is 1, not " + call);
      }
      this.operations = operations;
      this.callsLeft = call;
      this.injection = injection;
    }

    boolean isDue(Operation operation) {
      return operations.contains(operation) && --callsLeft == 0;
    }
  }

  /** A script without faults. */
  public FaultScript() {}

  /** One fault, with the amount 0, at the {@code call}-th call for rows. */
  public static FaultScript at(long call, Fault fault) {
    return new FaultScript().add(EnumSet.allOf(Operation.class), call, fault, 0);
  }

  /** What happened before, so that it happens again to the same calls. */
  public static FaultScript replaying(List<FaultyBackend.Injected> injected) {
    FaultScript script = new FaultScript();
    for (FaultyBackend.Injected each : injected) {
      script.add(EnumSet.allOf(Operation.class), each.call(), each.fault(), each.amount());
    }
    return script;
  }

  /** Adds a fault at the {@code call}-th call of {@code operation}, counted from the beginning. */
  public FaultScript add(Operation operation, long call, Fault fault, int amount) {
    return add(EnumSet.of(operation), call, fault, amount);
  }

  /**
   * Adds a fault at the {@code call}-th call of one of the {@code operations}, counted from the
   * beginning. Where two lines meet, the first that was added wins.
   */
  public FaultScript add(Set<Operation> operations, long call, Fault fault, int amount) {
    lines.add(new Line(EnumSet.copyOf(operations), call, new Injection(fault, amount)));
    return this;
  }

  @Override
  public Optional<Injection> next(long call, Operation operation) {
    Optional<Injection> due = Optional.empty();
    for (Line line : lines) {
      if (line.isDue(operation) && due.isEmpty()) {
        due = Optional.of(line.injection);
      }
    }
    return due;
  }
}
