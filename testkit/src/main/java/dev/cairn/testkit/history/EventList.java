package dev.cairn.testkit.history;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The beginnings and ends of operations in the order of time, as a linked list from which an
 * operation can be taken and to which it can be given back, in the opposite order, at no cost. An
 * operation with an unknown outcome has no end.
 */
final class EventList {
  // Operation i begins at event 2i + 1 and ends at 2i + 2; 0 stands before the first event.
  private static final int HEAD = 0;

  private final int[] next;
  private final int[] previous;
  private final boolean[] certain;
  private int certainLeft;

  EventList(List<? extends Timed> history) {
    next = new int[2 * history.size() + 1];
    previous = new int[2 * history.size() + 1];
    certain = new boolean[history.size()];
    Arrays.fill(next, HEAD);
    Integer[] events = new Integer[2 * history.size()];
    for (int i = 0; i < history.size(); i++) {
      events[2 * i] = 2 * i + 1;
      events[2 * i + 1] = 2 * i + 2;
      certain[i] = history.get(i).isCertain();
      certainLeft += certain[i] ? 1 : 0;
    }
    // At the same moment beginnings come first: then the operations overlap, which permits more.
    Arrays.sort(
        events,
        Comparator.<Integer>comparingLong(event -> time(history, event))
            .thenComparing(this::isReturn));
    int last = HEAD;
    for (int event : events) {
      if (!isReturn(event) || certain[operation(event)]) {
        next[last] = event;
        previous[event] = last;
        last = event;
      }
    }
  }

  private long time(List<? extends Timed> history, int event) {
    Timed timed = history.get(operation(event));
    return isReturn(event) ? timed.returned() : timed.invoked();
  }

  /** How many operations with known outcomes are still there. */
  int certainLeft() {
    return certainLeft;
  }

  boolean isCertain(int operation) {
    return certain[operation];
  }

  int first() {
    return next[HEAD];
  }

  /**
   * The event after {@code event}, which is not the last: while an operation with a known outcome
   * is there, its end comes after every beginning that could be looked at.
   */
  int next(int event) {
    return next[event];
  }

  boolean isReturn(int event) {
    return event % 2 == 0;
  }

  int operation(int event) {
    return (event - 1) / 2;
  }

  /** Takes the operation that begins at {@code event}. */
  void take(int event) {
    unlink(event);
    if (certain[operation(event)]) {
      unlink(event + 1);
      certainLeft--;
    }
  }

  /** Gives back the operation that was taken last of those still taken. */
  void restore(int event) {
    if (certain[operation(event)]) {
      link(event + 1);
      certainLeft++;
    }
    link(event);
  }

  private void unlink(int event) {
    next[previous[event]] = next[event];
    if (next[event] != HEAD) {
      previous[next[event]] = previous[event];
    }
  }

  private void link(int event) {
    next[previous[event]] = event;
    if (next[event] != HEAD) {
      previous[next[event]] = event;
    }
  }
}
