package dev.cairn.core.internal.turn;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;

/**
 * Decides what one process does about one reference that several processes commit to, by the rules
 * in {@code docs/design/commits.md}. It makes no calls: its owner does, and reports what came of
 * them. One thread at a time uses it.
 *
 * <p>The owner asks for the {@linkplain #next next step} before each attempt and after each read of
 * the row, and for the {@linkplain #after list} whenever it composes a swap to a new head.
 */
public final class TurnLine {
  // So often a first without commits looks whether the callers of its last group are back.
  private static final int PAUSES = 4;

  // A join that loses to a commit is tried again at once; after so many, not all callers hurry.
  private static final int JOINS_AT_ONCE = 4;

  // Of the time in which the first certainly goes on, the second sleeps so much.
  private static final double EARLY = 0.6;

  private final TurnRules rules;
  private final RandomGenerator random;
  private final TurnMetrics metrics;
  private final TurnPace pace = new TurnPace();

  // Outside of the list.
  private boolean isLost;
  private boolean isJoining;
  private int lostJoins;
  private int joinsLostToCommits;
  private double restMicros;
  private double sleptOutside;

  // In the list, and not the first.
  private boolean isWaiting;
  private long waitingSince;
  private int placesWaited;
  private long firstVersion;
  private long unchangedSince;
  private double sleptUnchanged;
  private long lastVersion;
  private int lastFirst;
  private long turnVersion;
  private long turnSince;

  // The first in the list, or acting as the first.
  private boolean isTurn;
  private long turnBegan;
  private int groups;
  private int committed;
  private int pauses;
  private TurnList dropped = TurnList.EMPTY;

  private SeenRound seen = SeenRound.NONE;
  private long released;
  private int lastGroup;

  /** A process that is in no list. */
  public TurnLine(TurnRules rules, RandomGenerator random, TurnMetrics metrics) {
    this.rules = rules;
    this.random = random;
    this.metrics = metrics;
  }

  /** Whether {@link #next} must be asked even if the list is empty. */
  public boolean isEngaged() {
    return isLost || isJoining || isWaiting || isTurn || restMicros > 0;
  }

  /** Forgets the place in the list and everything that was to be done. */
  public void reset() {
    isLost = false;
    isJoining = false;
    lostJoins = 0;
    restMicros = 0;
    sleptOutside = 0;
    endTurn();
    isWaiting = false;
  }

  /** What to do now. */
  public TurnStep next(TurnView view) {
    int place = view.list().placeOf(view.node());
    if (place < 0) {
      return outside(view);
    }
    isLost = false;
    isJoining = false;
    lostJoins = 0;
    restMicros = 0;
    sleptOutside = 0;
    if (place < rules.firsts() || isTurn) {
      return turn(view);
    }
    return waiting(view, place);
  }

  private TurnStep outside(TurnView view) {
    endTurn();
    if (isWaiting) {
      seen = SeenRound.NONE; // others dropped this process: it expected turns to be longer
      isWaiting = false;
    }
    if (view.waiting() == 0) {
      reset();
      return new TurnStep.Done();
    }
    if (restMicros > 0) {
      long rest = Math.round(restMicros);
      restMicros = 0;
      return new TurnStep.Look(rest);
    }
    // By the clock or by its own sleeps, whichever is longer: the clock may have been set back.
    double oldest = Math.max((double) view.oldestMicros(), sleptOutside);
    boolean isOld = oldest >= rules.joinAge() * pace.unit();
    if (view.list().isEmpty() && !isJoining) {
      if (isLost && isOld) {
        return join(view);
      }
      boolean isContended = isLost;
      isLost = false;
      sleptOutside = 0;
      return new TurnStep.Commit(isContended);
    }
    if (isJoining) {
      return join(view);
    }
    if (!view.isFresh()) {
      return new TurnStep.Look(0);
    }
    if (isOld) {
      return join(view);
    }
    // A short list is soon empty: waiting for that is better than making it longer.
    double left = rules.joinAge() * pace.unit() - oldest;
    double soon = pace.unit() * view.list().size() * (0.5 + random.nextDouble());
    double sleep = Math.max(pace.read(), Math.min(left, soon));
    sleptOutside += sleep;
    return new TurnStep.Look(Math.round(sleep));
  }

  private TurnStep join(TurnView view) {
    if (view.list().size() >= TurnList.PLACES) {
      return new TurnStep.Look(Math.round(random.nextDouble() * 2 * pace.unit() * TurnList.PLACES));
    }
    isJoining = true;
    return new TurnStep.Join();
  }

  /** A join was applied; {@code before} processes are before this one. */
  public void joined(int before) {
    isJoining = false;
    isLost = false;
    lostJoins = 0;
    metrics.joined(before);
  }

  /**
   * A join was not applied.
   *
   * @param isSameVersion whether only the list had changed: others join too
   * @param swapMicros how long the swap took
   */
  public void joinLost(boolean isSameVersion, long swapMicros) {
    double queued = rest(swapMicros);
    if (isSameVersion || queued > 0) {
      double bound =
          pace.unit() * Math.min(rules.herd() * Math.scalb(1.0, lostJoins), rules.herdMost());
      lostJoins = Math.min(30, lostJoins + 1);
      restMicros = Math.max(1, random.nextDouble() * Math.max(bound, queued));
    } else if (++joinsLostToCommits % JOINS_AT_ONCE == 0) {
      restMicros = Math.max(1, random.nextDouble() * pace.unit());
    }
  }

  // A swap that took very long was not in a queue: the process was paused, or its clock was set.
  private double rest(long swapMicros) {
    return Math.min(rules.queued() * pace.queued(swapMicros), 3 * micros(rules.patience()));
  }

  private TurnStep waiting(TurnView view, int place) {
    long now = view.nowMicros();
    boolean isChanged =
        !isWaiting || view.version() != lastVersion || view.list().first() != lastFirst;
    if (isChanged) {
      noteChange(view);
    }
    if (!isWaiting) {
      isWaiting = true;
      waitingSince = now;
      placesWaited = place;
      firstVersion = view.version();
    }
    unchangedSince = Math.min(unchangedSince, now); // the clock may have been set back
    // A clock that stands still, or is set back again and again, must not make the wait endless.
    double unchanged = Math.max((double) (now - unchangedSince), sleptUnchanged);
    double unit = pace.unit();
    double patience =
        Math.max(micros(rules.patience()), rules.patienceUnits() * unit)
            + rules.placeUnits() * (place - 1) * unit;
    if (unchanged >= patience) {
      return act(view, place);
    }
    double sleep = place == 1 ? untilSecondLooks(view, isChanged) : untilOthersLook(view, place);
    sleep = Math.max(0.5 * pace.read(), Math.min(sleep, patience - unchanged));
    sleptUnchanged += sleep;
    return new TurnStep.Look(Math.round(sleep));
  }

  // Reads while the first goes on would only burden the database, and its next commit is a group
  // away. When its last one may have come, each moment counts.
  private double untilSecondLooks(TurnView view, boolean isChanged) {
    if (!isChanged) {
      return Math.max(0.5 * pace.read(), pace.group() / 6);
    }
    double group = othersGroup();
    // Some groups take much longer than others, and then a turn has fewer of them.
    double turn = rules.turnMicros(view.list().size(), group);
    double left = Math.min(groupsLeft(view) * group, turn - (view.nowMicros() - turnSince));
    return Math.max(pace.read(), 0.5 * group + EARLY * Math.max(0, left - group));
  }

  private double untilOthersLook(TurnView view, int place) {
    double unit = pace.unit();
    double turn = Math.min(0.75 * unit, 0.5 * (seen.turn() > 0 ? seen.turn() : unit));
    turn = Math.min(turn, micros(rules.round()) / view.list().size());
    double untilSecond = (groupsLeft(view) + (place - 2) * othersGroups(view)) * othersGroup();
    return Math.max(pace.read(), Math.max((place - 1) * turn, 0.5 * untilSecond));
  }

  // By versions, which this process's own sleeps do not change.
  private double groupsLeft(TurnView view) {
    return Math.max(0, othersGroups(view) - Math.max(0, view.version() - turnVersion));
  }

  // The list may have grown since, so that turns have become shorter.
  private double othersGroups(TurnView view) {
    double group = othersGroup();
    return Math.min(seen.groups(), rules.turnMicros(view.list().size(), group) / group);
  }

  private double othersGroup() {
    return seen.group() > 0 ? Math.min(seen.group(), pace.group()) : pace.group();
  }

  private void noteChange(TurnView view) {
    if (!isWaiting || view.list().first() != lastFirst) {
      turnSince = view.nowMicros();
      turnVersion = view.version();
    }
    lastVersion = view.version();
    lastFirst = view.list().first();
    unchangedSince = view.nowMicros();
    sleptUnchanged = 0;
  }

  private TurnStep act(TurnView view, int place) {
    if (view.waiting() == 0) {
      return new TurnStep.Leave();
    }
    dropped = view.list().first(place);
    metrics.dropped(place);
    return turn(view);
  }

  private TurnStep turn(TurnView view) {
    long now = view.nowMicros();
    if (!isTurn) {
      isTurn = true;
      turnBegan = now;
      groups = 0;
      committed = 0;
      pauses = 0;
      long waited = isWaiting ? Math.max(0, now - waitingSince) : 0;
      if (isWaiting && dropped.isEmpty()) {
        seen =
            SeenRound.of(waited, placesWaited, view.version() - firstVersion, pace.group(), rules);
      }
      isWaiting = false;
      metrics.turnBegan(Duration.of(waited, ChronoUnit.MICROS));
    }
    if (view.waiting() > 0) {
      pauses = 0;
      return new TurnStep.Commit(false);
    }
    // Callers whose commits just ended need a moment to come back.
    if (groups > 0 && pauses < PAUSES) {
      pauses++;
      return new TurnStep.Pause(
          Math.round(Math.max(pace.read(), micros(rules.callers())) / PAUSES));
    }
    return new TurnStep.Leave();
  }

  /** Until when commits must have been submitted to count as returned after the last group. */
  public long returnsUntil() {
    return released + Math.round(pace.unit());
  }

  /**
   * The list for a swap to a new head.
   *
   * @param current the list in the row that is to be swapped
   * @param group how many commits the head has
   * @param waiting how many other commits wait
   * @param returned how many of all these were submitted by {@link #returnsUntil}
   */
  public TurnList after(
      TurnList current, int node, int group, int waiting, int returned, long nowMicros) {
    if (current.isEmpty()) {
      return TurnList.EMPTY;
    }
    TurnList others = current.without(node).without(dropped);
    boolean refills = lastGroup == 0 || 2L * returned >= lastGroup;
    if (isTurn
        && current.contains(node)
        && mayContinue(current, group, waiting, refills, nowMicros)) {
      return others.isEmpty() ? TurnList.EMPTY : others.startingWith(node);
    }
    boolean stays = waiting > 0 || refills || committed + group >= 2;
    boolean isRoom = others.size() < TurnList.PLACES - 1;
    return stays && isRoom && !others.isEmpty() ? others.plus(node) : others;
  }

  private boolean mayContinue(
      TurnList current, int group, int waiting, boolean refills, long nowMicros) {
    // Where groups are quick, the next one is ready before all callers could come back.
    boolean isSoon = Math.abs(nowMicros - released) < micros(rules.callers());
    if (!refills && !isSoon && 2L * waiting < group) {
      return false;
    }
    turnBegan = Math.min(turnBegan, nowMicros); // the clock may have been set back
    long took = nowMicros - turnBegan;
    // What slow processes cost in this round, the others make up for together.
    double excess = rules.excess() * seen.excess() / Math.max(1, current.size() - 1);
    boolean isSlow = seen.group() > 0 && pace.group() > rules.slow() * seen.group();
    double allowed = Math.max(excess, isSlow ? 0 : rules.turnMicros(current.size()));
    if (took + pace.group() < Math.min(allowed, micros(rules.round()) / current.size())) {
      return true;
    }
    long most = isSlow ? 1 : Math.round(micros(rules.round()) / (current.size() * pace.group()));
    boolean isLong = seen.turn() > 0 && took > seen.turn();
    return groups + 1 < Math.min(rules.groups(), most) && !isLong;
  }

  /**
   * A group was applied.
   *
   * @param list the list that its swap wrote
   * @param group how many commits it had
   * @param preparedMicros how long it took until its swap, with everything it had to read
   * @param swapMicros how long the swap took
   */
  public void applied(
      TurnList list, int node, int group, long preparedMicros, long swapMicros, long nowMicros) {
    pace.preparation(preparedMicros);
    pace.swap(swapMicros);
    isLost = false;
    released = nowMicros;
    lastGroup = group;
    groups++;
    committed += group;
    dropped = TurnList.EMPTY;
    if (!isTurn || list.first() != node) {
      endTurn();
    }
  }

  /** Another process moved the head, so the group has to run again. */
  public void lost(long preparedMicros, long swapMicros) {
    pace.preparation(preparedMicros);
    if (!isTurn) {
      restMicros = random.nextDouble() * rest(swapMicros);
    }
    isLost = true;
    endTurn();
    isWaiting = false;
  }

  /** A read of the row took {@code micros}. */
  public void read(long micros) {
    pace.read(micros);
  }

  private void endTurn() {
    isTurn = false;
    groups = 0;
    committed = 0;
    dropped = TurnList.EMPTY;
  }

  static double micros(Duration duration) {
    return duration.toNanos() / 1e3;
  }
}
