package dev.cairn.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cairn.api.BackendUnavailableException;
import dev.cairn.api.spi.CasResult;
import dev.cairn.testkit.TimeLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
      assertTrue(
          made <= most + SPARE,
          () ->
              made
                  + " attempts to write a row, more than others could defeat: a swap whose expected"
                  + " token is there has to be applied or to say unknown");
    }
  }

  /**
   * Runs {@code body} on as many threads at once; their results in order of their numbers. Fails
   * with what the threads wait for if they do not end in time.
   */
  public static <T> List<T> run(int threads, IntFunction<T> body) {
    // Less than the whole test has, so that the report is about this race.
    Duration limit = TimeLimit.current().multipliedBy(3).dividedBy(4);
    Set<Thread> racing = ConcurrentHashMap.newKeySet();
    ExecutorService executor =
        Executors.newFixedThreadPool(
            threads,
            work -> {
              Thread thread = new Thread(work, "racing thread " + racing.size());
              thread.setDaemon(true);
              racing.add(thread);
              return thread;
            });
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      ExecutorCompletionService<T> ended = new ExecutorCompletionService<>(executor);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        futures.add(
            ended.submit(
                () -> {
                  start.await();
                  return body.apply(thread);
                }));
      }
      long end = System.nanoTime() + limit.toNanos();
      for (int i = 0; i < threads; i++) {
        if (ended.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS) == null) {
          return fail(tooLate(futures, limit, racing));
        }
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
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

  // A thread that failed is often what the others wait for.
  private static <T> String tooLate(List<Future<T>> futures, Duration limit, Set<Thread> racing)
      throws InterruptedException {
    List<String> failed = new ArrayList<>();
    int late = 0;
    for (Future<T> future : futures) {
      try {
        if (future.isDone()) {
          T unused = future.get();
        } else {
          late++;
        }
      } catch (ExecutionException e) {
        failed.add("" + e.getCause());
      }
    }
    return "%d of %d racing threads did not end within %d s%s; they wait for:%n%s"
        .formatted(
            late,
            futures.size(),
            limit.toSeconds(),
            failed.isEmpty() ? "" : ", and others failed: " + failed,
            TimeLimit.waiting(racing));
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
    return fail(
        "BackendUnavailableException says that a write certainly did nothing and may be tried"
            + " again: %d tries in a row were refused, the last: %s".formatted(MOST_RETRIES, last),
        last);
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
      // Without a conflict no caller saw a row: then every one of the unknown may have been lost.
      boolean allLost = there.isEmpty() && unknown.size() == attempts.size();
      assertTrue(
          allLost || there.filter(unknown::contains).isPresent(),
          () -> "no insert was applied, and there is " + there);
    }
    for (Attempt<R> attempt : attempts) {
      if (attempt.result() instanceof CasResult.Conflict<R> conflict && conflict.reported()) {
        assertEquals(there, conflict.row(), "the row that a conflict reported");
      }
    }
  }
}
