package dev.cairn.benchmarks.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Processes that commit to one reference, event by event; times are milliseconds. */
public final class QueueModel {
  private record Event(double time, long number, Runnable action) {}

  private final Service service;
  private final Crowd crowd;
  private final SplittableRandom random;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingDouble(Event::time).thenComparing(Event::number));
  private final Row row;
  private final List<ModelCommitter> actors = new ArrayList<>();
  private final List<Double> latencies = new ArrayList<>();
  private final long[] perProcess;
  private double now;
  private double warmUntil;
  private long numbered;
  private long calls;

  private QueueModel(Service service, Crowd crowd, long seed) {
    this.service = service;
    this.crowd = crowd;
    this.random = new SplittableRandom(seed);
    this.row = new Row(service);
    this.perProcess = new long[crowd.processes()];
  }

  /** Simulates a number of seconds, after a tenth of that time that is not counted. */
  public static ModelOutcome run(Service service, Crowd crowd, double seconds, long seed) {
    return new QueueModel(service, crowd, seed).run(seconds * 1e3);
  }

  private ModelOutcome run(double millis) {
    warmUntil = millis / 10;
    for (int i = 0; i < crowd.processes(); i++) {
      actors.addAll(ModelCommitter.start(this, i));
    }
    long callsBefore = 0;
    long swapsBefore = 0;
    long lostBefore = 0;
    boolean isWarm = false;
    while (!events.isEmpty() && events.peek().time() < warmUntil + millis) {
      Event event = events.remove();
      now = event.time();
      if (!isWarm && now >= warmUntil) {
        isWarm = true;
        callsBefore = calls;
        swapsBefore = row.swaps();
        lostBefore = row.lost();
      }
      event.action().run();
    }
    int commits = latencies.size();
    // Otherwise callers that never get a result would be in no figure.
    now = warmUntil + millis;
    actors.forEach(actor -> actor.waiting().forEach(submitted -> latencies.add(now - submitted)));
    double[] sorted = latencies.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    long swaps = row.swaps() - swapsBefore;
    return new ModelOutcome(
        commits * 1e3 / millis,
        at(sorted, 0.5),
        at(sorted, 0.99),
        at(sorted, 1),
        swaps * 1e3 / millis,
        (double) (row.lost() - lostBefore) / Math.max(1, swaps),
        (double) (calls - callsBefore) / Math.max(1, commits),
        fairness());
  }

  private double fairness() {
    long most = Arrays.stream(perProcess).max().orElse(0);
    return (double) Arrays.stream(perProcess).min().orElse(0) / Math.max(1, most);
  }

  private static double at(double[] sorted, double share) {
    return sorted.length == 0
        ? Double.NaN
        : sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))];
  }

  Service service() {
    return service;
  }

  Crowd crowd() {
    return crowd;
  }

  Row row() {
    return row;
  }

  double now() {
    return now;
  }

  void after(double millis, Runnable action) {
    events.add(new Event(now + millis, numbered++, action));
  }

  /** A call whose reply comes after about {@code median}. */
  double call(double median) {
    calls++;
    return median * Math.exp(crowd.spread() * gaussian());
  }

  // Twelve uniform numbers are near enough to a normal distribution.
  private double gaussian() {
    double sum = 0;
    for (int i = 0; i < 12; i++) {
      sum += random.nextDouble();
    }
    return sum - 6;
  }

  double uniform(double bound) {
    return random.nextDouble() * bound;
  }

  void committed(int process, double submitted) {
    if (now >= warmUntil) {
      latencies.add(now - submitted);
      perProcess[process]++;
    }
  }
}
