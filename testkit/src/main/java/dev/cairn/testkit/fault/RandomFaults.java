package dev.cairn.testkit.fault;

import dev.cairn.api.spi.Operation;
import dev.cairn.testkit.Seed;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Faults drawn at given rates, the same for the same seed and the same sequence of calls.
 *
 * <pre>{@code
 * FaultPlan plan = RandomFaults.every(0.02).with(Fault.DELAYED, 0.1).seeded(seed);
 * }</pre>
 */
public final class RandomFaults {
  private final Map<Operation, Map<Fault, Double>> rates;

  private RandomFaults(Map<Operation, Map<Fault, Double>> rates) {
    this.rates = rates;
  }

  /** No fault yet. */
  public static RandomFaults none() {
    return new RandomFaults(new EnumMap<>(Operation.class));
  }

  /** Every fault that applies to an operation, at {@code rate} each. */
  public static RandomFaults every(double rate) {
    RandomFaults all = none();
    for (Fault fault : Fault.values()) {
      all = all.with(fault, rate);
    }
    return all;
  }

  /** The same but for {@code fault}, which now meets this share of all calls it applies to. */
  public RandomFaults with(Fault fault, double rate) {
    RandomFaults changed = this;
    for (Operation operation : Operation.values()) {
      if (fault.appliesTo(operation)) {
        changed = changed.with(operation, fault, rate);
      }
    }
    return changed;
  }

  /** The same but for {@code fault} in calls of {@code operation}. */
  public RandomFaults with(Operation operation, Fault fault, double rate) {
    if (!fault.appliesTo(operation)) {
      throw new IllegalArgumentException(fault + " cannot happen to " + operation);
    }
    Map<Operation, Map<Fault, Double>> changed = new EnumMap<>(Operation.class);
    rates.forEach((key, value) -> changed.put(key, new EnumMap<>(value)));
    Map<Fault, Double> ofOperation =
        changed.computeIfAbsent(operation, unused -> new EnumMap<>(Fault.class));
    ofOperation.put(fault, rate);
    double sum = ofOperation.values().stream().mapToDouble(Double::doubleValue).sum();
    if (!(rate >= 0) || sum > 1) {
      throw new IllegalArgumentException(
          "the rates of faults in %s are %s; each is zero or more, all together at most 1"
              .formatted(operation, ofOperation));
    }
    return new RandomFaults(changed);
  }

  /** Draws from these rates. */
  public FaultPlan seeded(long seed) {
    Random random = new Seed(seed).random("faults");
    return (call, operation) -> {
      double left = random.nextDouble();
      for (Map.Entry<Fault, Double> each : rates.getOrDefault(operation, Map.of()).entrySet()) {
        left -= each.getValue();
        if (left < 0) {
          Fault fault = each.getKey();
          return Optional.of(new Injection(fault, amount(fault, random)));
        }
      }
      return Optional.empty();
    };
  }

  // Small enough that what is delayed meets the calls that came right after it.
  private static int amount(Fault fault, Random random) {
    return switch (fault) {
      case THROTTLED -> 1 + random.nextInt(4);
      case DELAYED -> 1 + random.nextInt(random.nextBoolean() ? 4 : 40);
      case DUPLICATED -> random.nextInt(10);
      case STALE -> 1 + random.nextInt(4);
      case SLOW -> 1 + random.nextInt(random.nextInt(10) == 0 ? 5_000 : 50);
      case PARTIAL -> random.nextInt(4);
      case REFUSED, REQUEST_LOST, REPLY_LOST, SILENT -> 0;
    };
  }
}
