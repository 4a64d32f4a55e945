package dev.cairn.benchmarks.processes;

/**
 * What one process counted in one round.
 *
 * @param commits commits that ended while all were measured
 * @param failed commits that were given up in the round
 * @param latencies of all commits of the round, its start included, in microseconds
 * @param cpuMicros processor time of the process while all were measured
 * @param calls calls to the database while all were measured
 * @param attempts swaps to a new head while all were measured
 * @param conflicts those that found the reference moved
 * @param joined how often it joined the list of turns in the round
 * @param turns how many turns it took while all were measured
 * @param dropped how many other processes it dropped in the round
 */
@SuppressWarnings("ArrayRecordComponent") // read once, compared never
record RoundFigures(
    long commits,
    long failed,
    long[] latencies,
    long cpuMicros,
    long calls,
    long attempts,
    long conflicts,
    long joined,
    long turns,
    long dropped) {}
