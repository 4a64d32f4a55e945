package dev.cairn.benchmarks.compare;

import dev.cairn.benchmarks.model.Crowd;
import dev.cairn.benchmarks.model.ModelOutcome;
import dev.cairn.benchmarks.model.QueueModel;
import dev.cairn.benchmarks.model.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The model's results for production services, with its input. */
final class ModelTables {
  private static final int CALLERS = 16;
  private static final int GROUP = 128;
  private static final double SPREAD = 0.25;
  private static final double SECONDS = 20;
  private static final int[] PROCESSES = {1, 10, 100};

  /** The duration of parking for a millisecond, and its spread, in workload 7. */
  private static final double SLOW_CALL_MILLIS = 1.08;

  private static final double SLOW_SPREAD = 0.05;

  private final Results results;
  private final Path directory;
  private final StringBuilder text = new StringBuilder();

  ModelTables(Results results, Path directory) {
    this.results = results;
    this.directory = directory;
  }

  String write() throws IOException {
    Optional<Measured> alone = results.find("6-counted-commit-1000-1").filter(ModelTables::isDone);
    Optional<Measured> many = results.find("6-counted-commit-1000-16").filter(ModelTables::isDone);
    if (alone.isEmpty() || many.isEmpty()) {
      return "";
    }
    text.append("## What production services would give: a model\n\n");
    Written written = Written.of(alone.get(), many.get());
    double cpuMillis = many.get().cairn(Figures.CPU).median() / 1e3;
    text.append(
        """
        Not measured, but simulated event by event, from measurements of commits (two sequential calls,
        %s; %.3f ms of processor time \
        each) and from assumptions about
        the services. %d callers in each process commit to one reference without a pause, which is the \
        worst case. "Alone" is
        one commit per swap, each caller by itself. A caller that still waits after %.0f seconds counts \
        with that time.

        """
            .formatted(written, cpuMillis, CALLERS, SECONDS));
    text.append("| service | call ms: write, swap, read | why |\n|---|---|---|\n");
    for (Service service : Service.production()) {
      text.append(
          "| %s | %.0f, %.0f, %.0f | %s |\n"
              .formatted(
                  service.name(),
                  service.writeMillis(),
                  service.swapMillis(),
                  service.readMillis(),
                  service.why()));
    }
    text.append('\n');
    table(cpuMillis, written);
    check(cpuMillis);
    return text.toString();
  }

  private static boolean isDone(Measured measured) {
    return !measured.cairn().isEmpty();
  }

  /**
   * The bytes that commits write: a part that a group shares, and a part of each commit.
   *
   * @param shared bytes of head, pages and reference
   * @param each bytes of each commit
   */
  private record Written(double shared, double each) {
    // A group makes two calls, so the calls show the size of groups.
    static Written of(Measured alone, Measured many) {
      double group = 2 / many.cairn(Figures.CALLS).median();
      double one = alone.cairn(Figures.BYTES).median();
      double shared = (one - many.cairn(Figures.BYTES).median()) / (1 - 1 / group);
      return new Written(shared, one - shared);
    }

    double bytes(double group) {
      return shared / group + each;
    }

    @Override
    public String toString() {
      return "%,.0f bytes that a group shares and %,.0f for each commit".formatted(shared, each);
    }
  }

  private void table(double cpuMillis, Written written) throws IOException {
    text.append(
        "| service | processes | group commit: commits/s | p50 ms | p99 ms | swaps/s | lost"
            + " | KB/s | least / most of a process | alone: commits/s | p50 ms | p99 ms | lost |\n");
    text.append("|---|").append("---:|".repeat(12)).append('\n');
    Plot plot = new Plot("Commits per second by the model", "processes", "commits/s");
    for (Service service : Service.production()) {
      SortedMap<Double, Double> grouped = new TreeMap<>();
      SortedMap<Double, Double> alone = new TreeMap<>();
      for (int processes : PROCESSES) {
        ModelOutcome with = simulate(service, processes, GROUP, cpuMillis);
        ModelOutcome without = simulate(service, processes, 1, cpuMillis);
        grouped.put((double) processes, with.commits());
        alone.put((double) processes, without.commits());
        double size = with.commits() / Math.max(1, with.swaps() * (1 - with.lost()));
        text.append(
            "| %s | %d | %,.0f | %.0f | %,.0f | %,.0f | %.0f%% | %,.0f | %.2f | %,.0f | %,.0f | %,.0f | %.0f%% |\n"
                .formatted(
                    service.name(),
                    processes,
                    with.commits(),
                    with.p50(),
                    with.p99(),
                    with.swaps(),
                    100 * with.lost(),
                    with.swaps() * size * written.bytes(size) / 1024,
                    with.fairness(),
                    without.commits(),
                    without.p50(),
                    without.p99(),
                    100 * without.lost()));
      }
      plot.with(service.name().replaceAll(",.*", "") + ", grouped", grouped);
      plot.with(service.name().replaceAll(",.*", "") + ", alone", alone);
    }
    Files.writeString(directory.resolve("model.svg"), plot.svg());
    text.append("\n![model](model.svg)\n\n");
  }

  private static ModelOutcome simulate(
      Service service, int processes, int group, double cpuMillis) {
    Crowd crowd = new Crowd(processes, CALLERS, group, cpuMillis, SPREAD);
    return QueueModel.run(service, crowd, SECONDS, 1);
  }

  /** The simulation of workload 7, beside its measurement. */
  private void check(double cpuMillis) {
    text.append("The same simulation against workload 7, which was measured:\n\n");
    text.append(
        "| callers in each of two stores | commits/s, model / measured | calls per commit"
            + " | least / most of a caller |\n|---|---:|---:|---:|\n");
    for (int callers : new int[] {1, 8}) {
      Optional<Measured> found = results.find("7-slow-commit-1000-" + 2 * callers);
      if (found.filter(ModelTables::isDone).isPresent()) {
        ModelOutcome outcome =
            QueueModel.run(
                Service.measured(SLOW_CALL_MILLIS),
                new Crowd(2, callers, GROUP, cpuMillis, SLOW_SPREAD),
                SECONDS,
                1);
        text.append(
            "| %d | %,.0f / %,.0f | %.2f / %.2f | %.2f / %.2f |\n"
                .formatted(
                    callers,
                    outcome.commits(),
                    found.get().cairn(Figures.RATE).median(),
                    outcome.calls(),
                    found.get().cairn(Figures.CALLS).median(),
                    outcome.fairness(),
                    found.get().cairn(Figures.FAIRNESS).median()));
      }
    }
    text.append('\n');
  }
}
