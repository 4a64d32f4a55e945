package dev.cairn.testkit.workload;

import dev.cairn.api.spi.Backend;
import dev.cairn.testkit.Seed;
import dev.cairn.testkit.history.History;
import dev.cairn.testkit.history.HistoryCheck;
import dev.cairn.testkit.history.HistoryReport;
import dev.cairn.testkit.history.RecordingBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/** Several threads on one store at once, and the check of what they did and heard. */
public final class Clients {
  // More than a small machine has cores.
  private static final int THREADS = 6;
  private static final int OPERATIONS = 40;

  private final List<Backend> backends;
  private final Seed seed;
  private final History history = new History();

  /** How a client comes to its workload: from what it works on and its randomness. */
  @FunctionalInterface
  public interface Work extends BiFunction<Backend, RandomGenerator, Workload> {}

  /** Clients of {@code backend}. */
  public Clients(Backend backend, Seed seed) {
    this(List.of(backend), seed);
  }

  /** Clients of several backends on one store, as those of several processes. */
  public Clients(List<Backend> backends, Seed seed) {
    this.backends = List.copyOf(backends);
    this.seed = seed;
  }

  /** Lets all clients work at once, each with its own workload on the same rows. */
  public void run(Work work, String phase) {
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      CyclicBarrier start = new CyclicBarrier(THREADS);
      List<Callable<Void>> clients = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int client = i;
        clients.add(
            () -> {
              start.await();
              client(work, client, "client " + client, phase).run(OPERATIONS);
              return null;
            });
      }
      for (Future<Void> future : executor.invokeAll(clients)) {
        future.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError("a client failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } finally {
      executor.shutdownNow();
    }
  }

  private Workload client(Work work, int number, String client, String phase) {
    Backend backend = backends.get(number % backends.size());
    return work.apply(
        new RecordingBackend(backend, history, client), seed.random(phase + ", " + client));
  }

  /** Reads all rows after the last write, and checks everything. */
  public HistoryReport check(Work work, String name) {
    client(work, 0, "last reader", name).readAll();
    HistoryReport report = HistoryCheck.check(history);
    report.assertSound("%s, seed %d".formatted(name, seed.value()));
    return report;
  }
}
