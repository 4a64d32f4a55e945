package dev.cairn.testkit.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for an order of a history's operations, each within its own time, in which a {@link Model}
 * answers as was recorded.
 *
 * <p>The search is that of Wing and Gong with the memory of Lowe: it goes through the events in the
 * order of time, tries each operation that has begun, and goes back when one ends that was not
 * placed. A set of placed operations together with a state is never tried twice. Two things keep it
 * short: an operation that changes no state is placed at once where it fits, since it would fit
 * nowhere better, and one with an unknown outcome never has to be placed.
 */
public final class Linearizability {
  /** After how many steps a search is given up. */
  public static final long MOST_STEPS = 20_000_000;

  private final Model model;
  private final EventList events;
  private final Set<Visited> visited = new HashSet<>();
  private final Stack stack;
  private final long[] placed;
  private int[] best = new int[0];
  private int leftAtBest = Integer.MAX_VALUE;
  private int stuck = -1;

  private Linearizability(List<? extends Timed> history, Model model) {
    this.model = model;
    this.events = new EventList(history);
    this.stack = new Stack(history.size());
    this.placed = new long[(history.size() + 63) / 64];
  }

  /** Searches with at most {@link #MOST_STEPS} steps. */
  public static HistoryVerdict check(List<? extends Timed> history, Model model) {
    return check(history, model, MOST_STEPS);
  }

  /** Searches with at most {@code mostSteps} steps. */
  public static HistoryVerdict check(List<? extends Timed> history, Model model, long mostSteps) {
    return new Linearizability(history, model).search(mostSteps);
  }

  /** Placed operations and the state after them. */
  private static final class Visited {
    private final long[] placed;
    private final int state;

    Visited(long[] placed, int state) {
      this.placed = placed;
      this.state = state;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Visited that
          && state == that.state
          && Arrays.equals(placed, that.placed);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(placed) + state;
    }
  }

  private HistoryVerdict search(long mostSteps) {
    int state = model.initial();
    int event = events.first();
    for (long step = 0; events.certainLeft() > 0; step++) {
      if (step == mostSteps) {
        return new HistoryVerdict.Undecided(step);
      }
      if (events.isReturn(event)) {
        // It ended, so it had to be placed before this moment.
        note(event);
        do {
          if (stack.isEmpty()) {
            return new HistoryVerdict.Violation(asList(best), stuck);
          }
          event = stack.topEvent();
          state = stack.topState();
          int operation = events.operation(event);
          stack.pop();
          events.restore(event);
          placed[operation >> 6] &= ~(1L << operation);
        } while (model.isPure(events.operation(event)));
        event = events.next(event);
        continue;
      }
      int operation = events.operation(event);
      int next = model.step(state, operation);
      if (isWorthPlacing(operation, state, next)) {
        placed[operation >> 6] |= 1L << operation;
        if (visited.add(new Visited(placed.clone(), next))) {
          stack.push(event, state);
          events.take(event);
          state = next;
          event = events.first();
          continue;
        }
        placed[operation >> 6] &= ~(1L << operation);
      }
      event = events.next(event);
    }
    return new HistoryVerdict.Linearizable(asList(order()));
  }

  private boolean isWorthPlacing(int operation, int state, int next) {
    return next != Model.IMPOSSIBLE && (next != state || events.isCertain(operation));
  }

  // Only operations that must be placed show how far an order gets; unknown ones may be left out.
  private void note(int event) {
    if (events.certainLeft() < leftAtBest) {
      leftAtBest = events.certainLeft();
      best = order();
      stuck = events.operation(event);
    }
  }

  private int[] order() {
    int[] order = new int[stack.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = events.operation(stack.event(i));
    }
    return order;
  }

  private static List<Integer> asList(int[] numbers) {
    List<Integer> list = new ArrayList<>(numbers.length);
    for (int number : numbers) {
      list.add(number);
    }
    return list;
  }

  /** The operations placed so far, each with the state before it. */
  private static final class Stack {
    private final int[] events;
    private final int[] states;
    private int size;

    Stack(int capacity) {
      events = new int[capacity];
      states = new int[capacity];
    }

    void push(int event, int state) {
      events[size] = event;
      states[size++] = state;
    }

    void pop() {
      size--;
    }

    boolean isEmpty() {
      return size == 0;
    }

    int size() {
      return size;
    }

    int topEvent() {
      return events[size - 1];
    }

    int topState() {
      return states[size - 1];
    }

    int event(int index) {
      return events[index];
    }
  }
}
