package dev.cairn.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.cairn.testkit.Details;
import dev.cairn.testkit.fault.CountingBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A table of times. */
final class Times {
  private final String backend;
  private final CountingBackend counting;
  private final int repetitions;
  private final List<String> rows = new ArrayList<>();

  Times(String backend, CountingBackend counting, int repetitions) {
    this.backend = backend;
    this.counting = counting;
    this.repetitions = repetitions;
  }

  /** Repeats {@code operation}; returns how many round trips wait for one another in each. */
  long of(String name, Supplier<?> operation) {
    List<Long> nanos = new ArrayList<>();
    long before = counting.counts().sequential();
    for (int i = 0; i < repetitions; i++) {
      long begun = System.nanoTime();
      assertNotNull(operation.get());
      nanos.add(System.nanoTime() - begun);
    }
    long trips = Math.round((counting.counts().sequential() - before) / (double) repetitions);
    nanos.sort(null);
    rows.add(
        "| %s | %s | %d | %.2f | %.2f |"
            .formatted(
                backend,
                name,
                trips,
                nanos.get(nanos.size() / 2) / 1e6,
                nanos.get(nanos.size() - 1) / 1e6));
    return trips;
  }

  void print() {
    Details.print("| backend | operation | round trips | median ms | slowest ms |");
    rows.forEach(Details::print);
  }
}
