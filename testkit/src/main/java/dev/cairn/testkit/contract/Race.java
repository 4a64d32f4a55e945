package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Threads that start together, and what may come out of their attempts. */
public final class Race {
  /** How many threads race: more than a small machine has cores. */
  public static final int THREADS = 6;

  private static final int MOST_RETRIES = 100;

  private Race() {}

  /**
   * An attempt of one thread and how it ended.
   *
   * @param row what it tried to write
   */
  record Attempt<R>(R row, CasResult<R> result) {
    boolean isApplied() {
      return result instanceof CasResult.Applied;
    }

    boolean isUnknown() {
      return result instanceof CasResult.Unknown;
    }
  }

  /** Ends a loop that on a sound backend ends by itself. */
  static final class Attempts {
    // For what unknown outcomes and fences add.
    private static final int SPARE = 1_000;

    private int made;

    /** Fails if this is one more than the {@code most} that others can be the cause of. */
    void next(int most) {
      made++;
      assertTrue(made <= most + SPARE, () -> made + " attempts and none of them gets through");
    }
  }

  /** Runs {@code body} on as many threads at once; their results in order of their numbers. */
  public static <T> List<T> run(int threads, IntFunction<T> body) {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Callable<T>> calls = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        calls.add(
            () -> {
              start.await();
              return body.apply(thread);
            });
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : executor.invokeAll(calls)) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException e) {
      return fail("a racing thread failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fail("interrupted", e);
    } finally {
      executor.shutdownNow();
    }
  }

  /** Tries again what certainly did nothing; never what is unknown. */
  static <R> CasResult<R> certainly(Supplier<CasResult<R>> write) {
    BackendUnavailableException last = null;
    for (int i = 0; i < MOST_RETRIES; i++) {
      try {
        return write.get();
      } catch (BackendUnavailableException e) {
        last = e;
      }
    }
    return fail("unavailable " + MOST_RETRIES + " times in a row", last);
  }

  /**
   * Checks that one of the inserts won and the others know it. An unknown one may have been it.
   *
   * @param there what a strong read finds after all have ended
   */
  static <R> void oneInsertWon(List<Attempt<R>> attempts, Optional<R> there) {
    List<Attempt<R>> applied = attempts.stream().filter(Attempt::isApplied).toList();
    List<R> unknown = attempts.stream().filter(Attempt::isUnknown).map(Attempt::row).toList();
    assertTrue(applied.size() <= 1, () -> "several inserts of one row were applied: " + applied);
    if (applied.size() == 1) {
      assertEquals(Optional.of(applied.get(0).row()), there, "the row of the one that was applied");
    } else {
      // Without a conflict nobody saw a row: then every one of the unknown may have been lost.
      boolean allLost = there.isEmpty() && unknown.size() == attempts.size();
      assertTrue(
          allLost || there.filter(unknown::contains).isPresent(),
          () -> "nobody's insert was applied, and there is " + there);
    }
    for (Attempt<R> attempt : attempts) {
      if (attempt.result() instanceof CasResult.Conflict<R> conflict && conflict.reported()) {
        assertEquals(there, conflict.row(), "the row that a conflict reported");
      }
    }
  }
}
