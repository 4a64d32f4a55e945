package dev.cairn.benchmarks.model;

/**
 * Who commits.
 *
 * @param processes how many there are
 * @param callers how many each has; each submits its next commit when the last one is done
 * @param groupSize how many commits a swap takes along; 1 is no group commit
 * @param cpuMillis how long a process is busy with one commit
 * @param spread how much calls differ in time: the standard deviation of its logarithm
 */
public record Crowd(int processes, int callers, int groupSize, double cpuMillis, double spread) {}
