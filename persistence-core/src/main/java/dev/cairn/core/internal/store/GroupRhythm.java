package dev.cairn.core.internal.store;

import dev.cairn.api.Waiter;
import dev.cairn.api.internal.Durations;
import dev.cairn.core.internal.runtime.Environment;
import java.time.Duration;
import java.util.concurrent.Future;

/**
 * How quickly the groups of one queue follow each other, and what follows from it for callers that
 * wait and for the leader.
 *
 * <p>Waking a thread costs the leader as much as half a commit in memory. Where swaps are that
 * fast, waiters poll for their outcome for a short time before they sleep. With slower swaps, some
 * waiters would still poll while others sleep, and those that poll would return first every time.
 */
final class GroupRhythm {
  private static final long QUICK_SWAP_MICROS = 10;
  private static final long QUICK_GROUP_MICROS = 2_000;
  private static final long SOON_MICROS = 200;

  private final Environment environment;
  private volatile boolean isQuick;
  private int groupSize; // only the leader uses it

  GroupRhythm(Environment environment) {
    this.environment = environment;
  }

  /** Records the size of the last group and how long its swap and the whole group took. */
  void noteGroup(int size, long swapMicros, long groupMicros) {
    groupSize = size;
    isQuick = swapMicros < QUICK_SWAP_MICROS && groupMicros < QUICK_GROUP_MICROS;
  }

  /**
   * Gives callers whose commits just ended time to join the next group with their next commit.
   * Without it, the leader continues before they submit, and groups have only a few commits each.
   *
   * @param size the number of commits in the group so far
   * @return whether it gave them time
   */
  boolean letOthersJoin(int size) {
    if (size >= groupSize || !isQuick) {
      return false;
    }
    environment.waiter().giveWay();
    return true;
  }

  /** Waits until {@code outcome} is there, at most until {@code endMicros}. */
  void awaitDone(Future<?> outcome, long endMicros) {
    Waiter waiter = environment.waiter();
    if (!outcome.isDone() && isQuick) {
      waiter.awaitSoon(outcome, left(endMicros, SOON_MICROS));
    }
    if (!outcome.isDone()) {
      waiter.awaitDone(outcome, left(endMicros, Long.MAX_VALUE / 1_000));
    }
  }

  private Duration left(long endMicros, long mostMicros) {
    long left = Durations.left(environment.nowMicros(), endMicros);
    return Duration.ofNanos(1_000 * Math.min(left, mostMicros));
  }
}
