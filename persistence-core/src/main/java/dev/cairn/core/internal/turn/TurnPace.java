package dev.cairn.core.internal.turn;

/**
 * How long this process takes for its own calls, smoothed, in microseconds. All waits of turns are
 * multiples of these times, so no setting depends on how fast a database is.
 *
 * <p>A sample raises an average by at most a fifth: a queue at the row makes single calls slow and
 * must not pass for a slow database, because then all would wait longer than the row needs.
 */
final class TurnPace {
  private static final double DEFAULT_GROUP = 15_000;
  // Below this, waits would be shorter than a thread takes to wake up.
  private static final double LEAST = 100;

  private double preparation;
  private double read;
  private double swap;

  /** Takes into account how long a group took until its swap. */
  void preparation(long micros) {
    preparation = smoothed(preparation, Math.max(LEAST, (double) micros));
  }

  /** Takes into account how long a read of the row took. */
  void read(long micros) {
    read = smoothed(read, Math.max(LEAST, (double) micros));
  }

  /** Takes into account how long a swap took that was applied. */
  void swap(long micros) {
    // The first one may have waited at the row too; what comes before a swap never does.
    double sample = Math.max(LEAST, (double) micros);
    swap = smoothed(swap, swap == 0 ? Math.min(sample, 3 * preparation) : sample);
  }

  private static double smoothed(double known, double sample) {
    if (known == 0) {
      return sample;
    }
    return sample > known
        ? known + 0.2 * (Math.min(sample, 2 * known) - known)
        : known + 0.4 * (sample - known);
  }

  /** A group, from its begin to its swap's reply. */
  double group() {
    if (preparation > 0) {
      return preparation + usualSwap();
    }
    return read > 0 ? 3 * read : DEFAULT_GROUP;
  }

  double read() {
    return read > 0 ? read : group() / 3;
  }

  private double usualSwap() {
    return swap > 0 ? swap : 1.5 * preparation;
  }

  /** The shortest turn there is: see the row, fetch the head, write, swap. */
  double unit() {
    return group() + 2 * read();
  }

  /** How much longer than usual a swap took that lost: the time it waited at a busy row. */
  double queued(long swapMicros) {
    return preparation == 0 ? 0 : Math.max(0, swapMicros - 4 * usualSwap());
  }
}
