package dev.cairn.benchmarks.compare;

import dev.cairn.benchmarks.IndexWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The work of a cell, on stores that are filled. */
interface Task {
  int BULK = 100;

  /** Does the work for a number of seconds. */
  Figures run(double seconds);

  /** No work. */
  record Nothing() implements Task {
    @Override
    public Figures run(double seconds) {
      throw new IllegalStateException("no store is open");
    }
  }

  static Task of(Cell cell, List<Subject> subjects, Supplier<Subject> create, long heapBefore) {
    Subject subject = subjects.get(0);
    return switch (cell.work()) {
      case INSERT -> new Inserts(cell, create);
      case COMMIT -> new Commits(cell, subjects);
      case LOOKUP ->
          new Repeated(cell, values -> length(subject.lookUp(values.number(cell.keys()))));
      case LIST -> new Repeated(cell, values -> (int) checked(subject.list(), cell.keys()));
      case LEVEL -> {
        long namespaces = namespaces(cell);
        yield new Repeated(cell, values -> checked(subject.listLevel(), namespaces) > 0 ? 1 : 0);
      }
      case STORE -> new Repeated(cell, values -> subject.store(large(values, 1)).size());
      case STORE_BULK -> new Repeated(cell, values -> subject.store(large(values, BULK)).size());
      case FETCH, FETCH_COLD -> new Fetches(cell, subject, 1);
      case FETCH_BULK, FETCH_BULK_COLD -> new Fetches(cell, subject, BULK);
      case HOLD -> new Holding(cell, subject, heapBefore);
      case KEYED, FIRST, REPLAY -> new KeyedRequests(cell, (CairnSubject) subject);
    };
  }

  private static int length(int length) {
    return checked(length, DistinctValues.SMALL) > 0 ? 1 : 0;
  }

  private static long namespaces(Cell cell) {
    return IntStream.range(0, cell.keys()).map(IndexWorkload::namespace).distinct().count();
  }

  private static long checked(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException("found %,d, expected %,d".formatted(found, expected));
    }
    return expected;
  }

  private static List<byte[]> large(DistinctValues values, int count) {
    List<byte[]> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(values.next(DistinctValues.LARGE));
    }
    return all;
  }

  /** One operation, with the next values of a thread. */
  @FunctionalInterface
  interface Once {
    int run(DistinctValues values);
  }

  /** Repeats one operation. */
  record Repeated(Cell cell, Once once) implements Task {
    @Override
    public Figures run(double seconds) {
      long seed = System.nanoTime();
      return TimedRace.run(
          cell.threads(),
          seconds,
          thread -> {
            DistinctValues values = new DistinctValues(seed + thread);
            return () -> once.run(values);
          });
    }
  }

  /** Commits by threads that are distributed over the stores, and their cost. */
  record Commits(Cell cell, List<Subject> subjects) implements Task {
    @Override
    public Figures run(double seconds) {
      Costs before = costs();
      long seed = System.nanoTime();
      Figures figures =
          TimedRace.run(
              cell.threads(),
              subjects.size(),
              seconds,
              thread -> {
                DistinctValues values = new DistinctValues(seed + thread);
                Subject subject = subjects.get(thread % subjects.size());
                return () -> {
                  int number = values.number(cell.keys());
                  return subject.commit(number, values.next(DistinctValues.SMALL)) ? 1 : -1;
                };
              });
      if (cell.storage().isCounted()) {
        Costs costs = costs().minus(before);
        double done = Math.max(1, figures.get(Figures.DONE));
        figures.with(Figures.CALLS, costs.calls() / done);
        figures.with(Figures.ROWS, costs.rows() / done);
        figures.with(Figures.BYTES, costs.bytes() / done);
      }
      return figures;
    }

    // Stores on one storage share its counter.
    private Costs costs() {
      return subjects.get(0).costs();
    }
  }

  /** The first commits of a store, the same number on both sides, however long they take. */
  record Inserts(Cell cell, Supplier<Subject> create) implements Task {
    @Override
    public Figures run(double seconds) {
      DistinctValues values = new DistinctValues(System.nanoTime());
      try (Subject subject = create.get()) {
        long cpu = Machine.processCpuNanos();
        long begun = System.nanoTime();
        for (int i = 0; i < cell.count(); i++) {
          if (!subject.commit(i, values.next(DistinctValues.SMALL))) {
            throw new IllegalStateException("a commit without contention was given up");
          }
        }
        return new Figures()
            .with(Figures.RATE, cell.count() * 1e9 / (System.nanoTime() - begun))
            .with(Figures.CPU, (Machine.processCpuNanos() - cpu) / 1e3 / cell.count());
      }
    }
  }

  /** The size of a store after some more commits. */
  record Holding(Cell cell, Subject subject, long heapBefore) implements Task {
    @Override
    public Figures run(double seconds) {
      double heap = Math.max(0, Machine.heapUsed() - heapBefore) / 1e6;
      return new Figures()
          .with(Figures.RATE, cell.keys())
          .with(Figures.HEAP, heap)
          .with(Figures.INDEX_BYTES, (double) subject.indexBytes() / cell.keys());
    }
  }
}
