package dev.cairn.benchmarks.model;

/**
 * The processes and callers that commit.
 *
 * @param processes how many there are
 * @param callers how many each has; each submits its next commit when the last one is done
 * @param groupSize the largest number of commits per swap; 1 means no group commit
 * @param cpuMillis how long a process is busy with one commit
 * @param spread how much calls differ in time: the standard deviation of its logarithm
 */
public record Crowd(int processes, int callers, int groupSize, double cpuMillis, double spread) {}
