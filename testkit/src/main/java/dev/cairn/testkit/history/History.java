package dev.cairn.testkit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients did to rows and what they were told, in a time of its own: every event has its own
 * number. Any number of threads may add to it; look at it when they have ended.
 */
public final class History {
  private final AtomicLong time = new AtomicLong();
  private final Queue<RowCall> calls = new ConcurrentLinkedQueue<>();

  /** The time of an event that happens now. */
  public long tick() {
    return time.getAndIncrement();
  }

  /** Adds a call that has ended. */
  public void add(RowCall call) {
    calls.add(call);
  }

  /** All calls until now, by when they began. */
  public List<RowCall> calls() {
    List<RowCall> sorted = new ArrayList<>(calls);
    sorted.sort(Comparator.comparingLong(RowCall::invoked));
    return sorted;
  }

  /** The calls of each row. */
  public Map<Object, List<RowCall>> byRow() {
    Map<Object, List<RowCall>> rows = new LinkedHashMap<>();
    for (RowCall call : calls()) {
      rows.computeIfAbsent(call.row(), unused -> new ArrayList<>()).add(call);
    }
    return rows;
  }
}
