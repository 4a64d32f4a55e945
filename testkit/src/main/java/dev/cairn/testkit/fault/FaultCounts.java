package dev.cairn.testkit.fault;

import java.util.Map;
import java.util.Objects;

/**
 * What a {@link FaultyBackend} did to its calls.
 *
 * @param calls how many calls for rows there were
 * @param byFault how many of them met which fault
 * @param landed how many delayed writes and duplicates were delivered
 * @param waiting how many are still on their way
 */
public record FaultCounts(long calls, Map<Fault, Long> byFault, long landed, long waiting) {
  /** Keeps a copy of the map. */
  public FaultCounts {
    byFault = Map.copyOf(byFault);
  }

  /** How many calls met {@code fault}. */
  public long of(Fault fault) {
    return Objects.requireNonNullElse(byFault.get(fault), 0L);
  }

  /** How many calls met a fault. */
  public long faults() {
    return byFault.values().stream().mapToLong(Long::longValue).sum();
  }
}
