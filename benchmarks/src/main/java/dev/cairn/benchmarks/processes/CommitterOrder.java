package dev.cairn.benchmarks.processes;

/**
 * A round of one process.
 *
 * @param reference to which it commits
 * @param callers how many threads commit without a pause
 * @param leadSeconds how long they do so before they are measured
 * @param seconds how long they are measured
 */
record CommitterOrder(String reference, int callers, double leadSeconds, double seconds) {}
