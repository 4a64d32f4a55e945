package dev.cairn.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;

/** Fetches of stored objects, a number of them by each call. */
final class Fetches implements Task {
  private final Cell cell;
  private final Subject subject;
  private final int perCall;
  private final List<List<Object>> calls = new ArrayList<>();

  Fetches(Cell cell, Subject subject, int perCall) {
    this.cell = cell;
    this.subject = subject;
    this.perCall = perCall;
    DistinctValues values = new DistinctValues(11);
    List<Object> handles = new ArrayList<>();
    while (handles.size() < cell.count()) {
      List<byte[]> some = new ArrayList<>();
      for (int i = 0; i < Task.BULK; i++) {
        some.add(values.next(DistinctValues.LARGE));
      }
      handles.addAll(subject.store(some));
    }
    // Neighbours in a call were not stored together.
    int count = cell.count() / perCall;
    for (int call = 0; call < count; call++) {
      List<Object> together = new ArrayList<>();
      for (int i = 0; i < perCall; i++) {
        together.add(handles.get(call + i * count));
      }
      calls.add(together);
      if (!cell.work().isCold()) {
        var unused = subject.fetch(together);
      }
    }
  }

  @Override
  public Figures run(double seconds) {
    Task.Once once =
        values -> {
          long length = subject.fetch(calls.get(values.number(calls.size())));
          if (length != (long) perCall * DistinctValues.LARGE) {
            throw new IllegalStateException("fetched %,d bytes".formatted(length));
          }
          return perCall;
        };
    return new Task.Repeated(cell, once).run(seconds);
  }
}
