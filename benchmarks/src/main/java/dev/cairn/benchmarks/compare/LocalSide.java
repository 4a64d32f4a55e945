package dev.cairn.benchmarks.compare;

import dev.cairn.benchmarks.IndexWorkload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Measures in this process. */
final class LocalSide implements Side {
  private static final double WARM_UP_STEP_SECONDS = 0.5;

  /** Compilers that wait for a core look idle; growing rates show their unfinished work. */
  private static final double STILL_FASTER = 1.1;

  private final Name name;
  private final List<Subject> subjects = new ArrayList<>();
  private long heapBefore;
  private Task task = new Task.Nothing();

  LocalSide(Name name) {
    this.name = name;
  }

  @Override
  public void open(Cell cell) {
    drop();
    heapBefore = Machine.heapUsed();
    subjects.add(create(cell));
    subjects.get(0).load(inOrder(cell.keys()), new DistinctValues(7));
    while (subjects.size() < cell.storage().stores()) {
      subjects.add(subjects.get(0).another());
    }
    task = Task.of(cell, List.copyOf(subjects), () -> create(cell), heapBefore);
  }

  private Subject create(Cell cell) {
    return name == Name.CAIRN
        ? new CairnSubject(new CairnStorage(cell.storage(), cell.cacheMb()))
        : new NessieSubject(new NessieStorage(cell.storage(), cell.cacheMb()));
  }

  /** The numbers of the keys in the order of the keys, one namespace after the other. */
  private static List<Integer> inOrder(int keys) {
    List<Integer> all = new ArrayList<>(keys);
    IntStream.range(0, keys)
        .boxed()
        .collect(Collectors.groupingBy(IndexWorkload::namespace, Collectors.toList()))
        .entrySet()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            namespace ->
                namespace.getValue().stream()
                    .map(number -> new Named(number, IndexWorkload.name(number).get(2)))
                    .sorted(Comparator.comparing(Named::table))
                    .forEach(named -> all.add(named.number)));
    return all;
  }

  private record Named(int number, String table) {}

  @Override
  public Figures run(double seconds) {
    return task.run(seconds);
  }

  @Override
  public void warmUp(double mostSeconds) {
    long end = System.nanoTime() + (long) (mostSeconds * TimeUnit.SECONDS.toNanos(1));
    double best = 0;
    boolean goesOn = true;
    while (goesOn && System.nanoTime() < end) {
      double before = Machine.compilationMillis();
      long begun = System.nanoTime();
      double rate = task.run(Math.min(WARM_UP_STEP_SECONDS, mostSeconds)).get(Figures.RATE);
      double share = (Machine.compilationMillis() - before) / ((System.nanoTime() - begun) / 1e6);
      goesOn = share > Machine.BUSY_COMPILERS || rate > best * STILL_FASTER;
      best = Math.max(best, rate);
    }
  }

  @Override
  public void drop() {
    task = new Task.Nothing();
    subjects.forEach(Subject::close);
    subjects.clear();
    System.gc();
  }

  @Override
  public void close() {
    drop();
  }
}
