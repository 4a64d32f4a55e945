package dev.cairn.benchmarks.model;

/**
 * The results of a simulation.
 *
 * @param commits how many in a second
 * @param p50 milliseconds from submission to result, or to the end for callers without a result
 * @param swaps how many swaps a second, those included that failed
 * @param lost the share of them that lost a race
 * @param calls how many calls to the database for each commit
 * @param fairness what the process with the fewest commits made against the one with the most
 */
public record ModelOutcome(
    double commits,
    double p50,
    double p99,
    double max,
    double swaps,
    double lost,
    double calls,
    double fairness) {}
