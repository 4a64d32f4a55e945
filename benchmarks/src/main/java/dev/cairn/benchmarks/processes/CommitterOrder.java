package dev.cairn.benchmarks.processes;

/**
 * A round of one process.
 *
 * @param reference to which it commits
 * @param callers how many threads commit without a pause
 * @param leadSeconds how long they do so before they are measured
 * @param seconds how long they are measured
 * @param slotMillis how long each process commits in turns by the clock; 0 for all at once
 * @param slot whose turn it is first, from 0
 * @param slots how many processes there are
 */
record CommitterOrder(
    String reference,
    int callers,
    double leadSeconds,
    double seconds,
    int slotMillis,
    int slot,
    int slots) {
  /** Creates the reference and commits nothing more. */
  static CommitterOrder creating(String reference) {
    return new CommitterOrder(reference, 0, 0, 0, 0, 0, 1);
  }

  /** How many milliseconds after {@code nowMillis} this process may commit. */
  long pauseMillis(long nowMillis) {
    if (slotMillis == 0) {
      return 0;
    }
    long round = (long) slotMillis * slots;
    long since = Math.floorMod(nowMillis - (long) slotMillis * slot, round);
    return since < slotMillis ? 0 : round - since;
  }
}
