package dev.cairn.benchmarks.model;

import dev.cairn.core.internal.turn.TurnList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Processes that share a reference by the engine's own policy of turns, or race for it, event by
 * event; times are milliseconds. {@link TurnProcess} makes the calls that the engine would make.
 */
public final class TurnModel {
  /** The time of a swap that a read at a serial level takes at a row that is locked by swaps. */
  private static final double READ_PART = 0.5;

  private static final double READS_PER_SECOND = 3_000;

  /**
   * The row of the reference.
   *
   * @param token changes with every swap
   * @param head changes with every commit
   */
  record TurnRow(long token, long head, TurnList list) {}

  private record Event(double time, long number, Runnable action) {}

  private final Service service;
  private final TurnLoad load;
  private final Random random;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingDouble(Event::time).thenComparing(Event::number));
  private final List<TurnProcess> processes = new ArrayList<>();
  private final List<Double> latencies = new ArrayList<>();
  private final TokenBucket swapsAllowed;
  private final TokenBucket readsAllowed = new TokenBucket(READS_PER_SECOND);
  private TurnRow row = new TurnRow(0, 0, TurnList.EMPTY);
  private double now;
  private double warmUntil;
  private double longest;
  private double freeAt;
  private long numbered;
  private long swaps;
  private long lost;

  private TurnModel(Service service, TurnLoad load, long seed) {
    this.service = service;
    this.load = load;
    this.random = new Random(seed);
    this.swapsAllowed = new TokenBucket(service.perSecond());
  }

  /** Simulates {@code seconds} after {@code warmSeconds}, which count for the longest wait only. */
  public static TurnOutcome run(
      Service service, TurnLoad load, double warmSeconds, double seconds, long seed) {
    return new TurnModel(service, load, seed).run(warmSeconds * 1e3, seconds * 1e3);
  }

  private TurnOutcome run(double warmMillis, double millis) {
    warmUntil = warmMillis;
    for (int i = 0; i < load.processes(); i++) {
      TurnProcess process = new TurnProcess(this, load, i);
      processes.add(process);
      after(random.nextDouble(), process::start); // all begin within a millisecond
    }
    long swapsBefore = 0;
    long lostBefore = 0;
    boolean isWarm = false;
    while (!events.isEmpty() && events.peek().time() < warmMillis + millis) {
      Event event = events.remove();
      now = event.time();
      if (!isWarm && now >= warmMillis) {
        isWarm = true;
        swapsBefore = swaps;
        lostBefore = lost;
      }
      event.action().run();
    }
    now = warmMillis + millis;
    // Otherwise callers that never get a result would be in no figure.
    processes.forEach(each -> each.open().forEach(submitted -> note(now - submitted)));
    double[] sorted = latencies.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    long[] done = processes.stream().mapToLong(TurnProcess::done).toArray();
    double seconds = millis / 1e3;
    return new TurnOutcome(
        Arrays.stream(done).sum() / seconds,
        Arrays.stream(done).mapToDouble(each -> each / seconds).toArray(),
        at(sorted, 0.5),
        at(sorted, 0.99),
        longest,
        (swaps - swapsBefore) / seconds,
        (double) (lost - lostBefore) / Math.max(1, swaps - swapsBefore));
  }

  private static double at(double[] sorted, double share) {
    return sorted.length == 0
        ? Double.NaN
        : sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))];
  }

  /** A caller waited this long for its commit. */
  boolean note(double latency) {
    longest = Math.max(longest, latency);
    if (now >= warmUntil) {
      latencies.add(latency);
    }
    return now >= warmUntil;
  }

  Service service() {
    return service;
  }

  double now() {
    return now;
  }

  long nowMicros() {
    return Math.round(now * 1e3);
  }

  Random random() {
    return random;
  }

  TurnRow row() {
    return row;
  }

  void after(double millis, Runnable action) {
    events.add(new Event(now + Math.max(0, millis), numbered++, action));
  }

  double call(double median, double slow) {
    return median * Math.exp(load.spread() * random.nextGaussian()) * slow;
  }

  /** Receives the row that a read found, or a swap left or met. */
  interface Reply {
    void receive(boolean isApplied, TurnRow row);
  }

  void read(boolean isStrong, double slow, Reply reply) {
    read(isStrong, slow, 0, reply);
  }

  private void read(boolean isStrong, double slow, int refused, Reply reply) {
    double block = isStrong ? service.rowMillis() * READ_PART : 0;
    double way = Math.max(0.1, (call(service.readMillis(), slow) - block) / 2);
    after(
        way,
        () -> {
          if (!readsAllowed.take(now)) {
            after(way + refusedWait(refused), () -> read(isStrong, slow, refused + 1, reply));
            return;
          }
          blocked(
              block,
              () -> {
                TurnRow found = row;
                after(way, () -> reply.receive(false, found));
              });
        });
  }

  /** Swaps; a join or a departure keeps the head. */
  void swap(TurnRow expected, long head, TurnList list, double slow, Reply reply) {
    swap(expected, head, list, slow, 0, reply);
  }

  private void swap(
      TurnRow expected, long head, TurnList list, double slow, int refused, Reply reply) {
    double way = Math.max(0.1, (call(service.swapMillis(), slow) - service.rowMillis()) / 2);
    after(
        way,
        () -> {
          if (!swapsAllowed.take(now)) {
            after(
                way + refusedWait(refused),
                () -> swap(expected, head, list, slow, refused + 1, reply));
            return;
          }
          blocked(
              service.rowMillis(),
              () -> {
                swaps++;
                boolean isApplied = row.token() == expected.token();
                if (isApplied) {
                  row = new TurnRow(row.token() + 1, head, list);
                } else {
                  lost++;
                }
                TurnRow after = row;
                after(way, () -> tell(isApplied, after, slow, reply));
              });
        });
  }

  // Where swaps lock the row, a conflict returns only the columns of the condition.
  private void tell(boolean isApplied, TurnRow found, double slow, Reply reply) {
    if (isApplied || (service.tellsRow() && service.rowMillis() < 1)) {
      reply.receive(isApplied, found);
    } else {
      read(true, slow, reply);
    }
  }

  private void blocked(double millis, Runnable action) {
    if (millis == 0) {
      action.run();
      return;
    }
    freeAt = Math.max(now, freeAt) + millis;
    after(freeAt - now, action);
  }

  private double refusedWait(int refused) {
    return random.nextDouble() * 25 * Math.pow(2, Math.min(4, refused));
  }

  /** Allows so many calls a second, and as many at once. */
  private static final class TokenBucket {
    private final double perSecond;
    private double level;
    private double at;

    TokenBucket(double perSecond) {
      this.perSecond = perSecond;
      this.level = perSecond;
    }

    boolean take(double now) {
      if (Double.isInfinite(perSecond)) {
        return true;
      }
      level = Math.min(perSecond, level + (now - at) * perSecond / 1e3);
      at = now;
      if (level < 1) {
        return false;
      }
      level--;
      return true;
    }
  }
}
