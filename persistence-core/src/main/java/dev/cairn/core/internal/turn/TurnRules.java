package dev.cairn.core.internal.turn;

import java.time.Duration;

/**
 * The numbers of the rules; {@code benchmarks/RESULTS.md} has what a model of them achieves. A unit
 * is what a process needs for the shortest turn: two reads, a write and a swap.
 *
 * @param joinAge how many units the oldest commit has waited before a process joins
 * @param groups the most groups of a turn
 * @param turn how long a turn may take in any case, with however many groups
 * @param longTurn how long a turn may take in a short list
 * @param shortRound how long a round of all turns takes at most where turns are longer than {@code
 *     turn}
 * @param callers how long callers need to come back with their next commit
 * @param round how long a round of all turns should take at most
 * @param patience the least time without a commit after which a process drops those before it
 * @param patienceUnits the same in units
 * @param placeUnits how many units more each place farther back waits
 * @param herd the bound of the wait after a lost join, in units
 * @param herdMost the largest bound, in units
 * @param queued how many times the time that a lost swap spent waiting at the row a process stays
 *     away
 * @param firsts how many processes may act as the first; always 1 outside of tests
 * @param slow how many times as long as the groups of others the groups of a process take that has
 *     one group a turn
 * @param excess how many times the time that slow processes cost the others take together
 */
public record TurnRules(
    double joinAge,
    int groups,
    Duration turn,
    Duration longTurn,
    Duration shortRound,
    Duration callers,
    Duration round,
    Duration patience,
    double patienceUnits,
    double placeUnits,
    double herd,
    double herdMost,
    double queued,
    int firsts,
    double slow,
    double excess) {
  /** The rules of the engine. */
  public static final TurnRules DEFAULT =
      new TurnRules(
          5,
          5,
          Duration.ofMillis(50),
          Duration.ofMillis(100),
          Duration.ofMillis(500),
          Duration.ofMillis(2),
          Duration.ofSeconds(3),
          Duration.ofSeconds(1),
          20,
          2,
          8,
          16,
          16,
          1,
          3,
          2);

  /** The same with another patience, which no unit prolongs. */
  public TurnRules withPatience(Duration time) {
    return new TurnRules(
        joinAge,
        groups,
        turn,
        longTurn,
        shortRound,
        callers,
        round,
        time,
        0,
        0,
        herd,
        herdMost,
        queued,
        firsts,
        slow,
        excess);
  }

  /** The same with more processes that may act as the first. */
  public TurnRules withFirsts(int count) {
    return new TurnRules(
        joinAge,
        groups,
        turn,
        longTurn,
        shortRound,
        callers,
        round,
        patience,
        patienceUnits,
        placeUnits,
        herd,
        herdMost,
        queued,
        count,
        slow,
        excess);
  }

  /** How long a turn takes in a list of {@code size} if its groups take {@code group}. */
  double turnMicros(int size, double group) {
    double usual = Math.max(groups * group, turnMicros(size));
    return Math.min(usual, Math.max(group, TurnLine.micros(round) / size));
  }

  /** How long a turn may take in any case in a list of {@code size}, in microseconds. */
  double turnMicros(int size) {
    return Math.max(
        TurnLine.micros(turn),
        Math.min(TurnLine.micros(longTurn), TurnLine.micros(shortRound) / size));
  }
}
