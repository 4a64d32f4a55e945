package dev.cairn.benchmarks.model;

import java.util.Arrays;

/**
 * The results of a {@link TurnModel}.
 *
 * @param commits how many in a second
 * @param each how many in a second of each process
 * @param p50 milliseconds from submission to result, or to the end for callers without a result
 * @param longest the longest wait, also before the measurement
 * @param swaps how many swaps a second, those included that failed
 * @param lost the share of them that failed
 */
@SuppressWarnings("ArrayRecordComponent") // read once, compared never
public record TurnOutcome(
    double commits,
    double[] each,
    double p50,
    double p99,
    double longest,
    double swaps,
    double lost) {
  /** The process with the fewest commits against the one with the most. */
  public double share() {
    return Arrays.stream(each).min().orElse(0)
        / Math.max(1e-9, Arrays.stream(each).max().orElse(0));
  }

  /** The commits a second of all processes but the first. */
  public double others() {
    return commits - each[0];
  }
}
