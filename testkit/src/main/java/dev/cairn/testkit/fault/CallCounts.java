package dev.cairn.testkit.fault;

import dev.cairn.api.spi.Operation;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * What calls of a backend cost.
 *
 * @param byOperation the cost of each operation that was called
 * @param sequential how many round trips had to wait for one another: calls that overlap in time
 *     count as one
 */
public record CallCounts(Map<Operation, Cost> byOperation, long sequential) {
  /**
   * What the calls of one operation cost.
   *
   * @param calls how many there were, failed ones included
   * @param rows how many rows they wrote or found, and keys they asked for in vain or deleted
   * @param bytes how many bytes these rows take without their keys, in {@link
   *     dev.cairn.api.spi.RowFormat}
   */
  public record Cost(long calls, long rows, long bytes) {
    static final Cost NONE = new Cost(0, 0, 0);

    Cost plus(Cost other) {
      return new Cost(calls + other.calls, rows + other.rows, bytes + other.bytes);
    }
  }

  /** Keeps a copy of the map. */
  public CallCounts {
    byOperation = Map.copyOf(byOperation);
  }

  /** How many calls there were. */
  public long calls() {
    return total().calls();
  }

  /** The cost of one operation. */
  public Cost of(Operation operation) {
    return Objects.requireNonNullElse(byOperation.get(operation), Cost.NONE);
  }

  /** The cost of all operations together. */
  public Cost total() {
    return byOperation.values().stream().reduce(Cost.NONE, Cost::plus);
  }

  /** What was counted since {@code earlier}, a result of the same backend. */
  public CallCounts since(CallCounts earlier) {
    Map<Operation, Cost> difference = new EnumMap<>(Operation.class);
    byOperation.forEach(
        (operation, cost) -> {
          Cost before = earlier.of(operation);
          if (!cost.equals(before)) {
            difference.put(
                operation,
                new Cost(
                    cost.calls() - before.calls(),
                    cost.rows() - before.rows(),
                    cost.bytes() - before.bytes()));
          }
        });
    return new CallCounts(difference, sequential - earlier.sequential);
  }
}
