package dev.cairn.core.internal.turn;

/**
 * What a process saw of others between two turns of its own, in microseconds; zeros if nothing.
 *
 * @param turn how long a turn took
 * @param group how long a group took
 * @param groups how many groups a turn had
 * @param excess how much longer all took than if their groups were as fast as the own
 */
record SeenRound(double turn, double group, double groups, double excess) {
  static final SeenRound NONE = new SeenRound(0, 0, 0, 0);

  /**
   * Every commit of another process is a version, whatever it had to wait for.
   *
   * @param waited for how long
   * @param places how many processes were before this one
   * @param commits how many versions there were
   * @param own how long the groups of this process take
   */
  static SeenRound of(long waited, int places, long commits, double own, TurnRules rules) {
    double turn = waited / (double) places;
    if (commits <= 0) {
      return new SeenRound(turn, 0, 0, 0);
    }
    // Turns are longer where they make up for slow processes. Who expects that looks late, and so
    // makes the next ones longer still.
    double most = rules.turnMicros(places + 1, own) / own;
    double groups = Math.min(most, commits / (double) places);
    return new SeenRound(
        turn, waited / (double) commits, groups, Math.max(0, waited - commits * own));
  }
}
